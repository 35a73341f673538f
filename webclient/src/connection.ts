// The socket to the hall: says hello, keeps the session, comes back by itself, and loses no input silently.

import { decode, encode } from "@msgpack/msgpack";

import { type AnyMessage, type AnyRequest, PROTOCOL, type ShowAim, SUBPROTOCOLS, type Welcome } from "./protocol.gen";

const [SUBPROTOCOL] = SUBPROTOCOLS;
const PING_EVERY = 12_000;
const SILENCE_LIMIT = 30_000;
const LONGEST_WAIT = 8_000;

/** A reply to a request: it carries the request's id. */
export type Reply = Extract<AnyMessage, { id: number }> | Extract<AnyMessage, { type: "refused" }>;

export type Status = "starting" | "open" | "away" | "elsewhere" | "no_name";

/** Close codes after which coming back by itself would only close another connection (docs/protocol.md). */
const STAY_AWAY = [4001, 4003];

type Without<Kind, Fields extends string> = Kind extends unknown ? Omit<Kind, Fields> : never;

/** A request before the connection gives it its number. */
export type RequestBody = Without<Exclude<AnyRequest, ShowAim>, "id">;

/** What answers a turn, before the room's place and turn are put in. */
export type ActionBody = Without<Extract<AnyRequest, { id: number; turn: number }>, "id" | "room" | "turn">;

/**
 * How a request survives a break of the connection. `repeat`: asking again does no harm (a question, a join, or an
 * action that names its turn and so never counts twice). `once`: it may have been done, so the sender is told.
 */
export type Survival = "repeat" | "once";

interface Pending {
  id: number;
  body: RequestBody;
  survival: Survival;
  sent: boolean;
  settle: (reply: Reply) => void;
}

export interface Session {
  name: string | null;
  token: string | null;
}

/** Where the session is kept; `localStorage` in the browser. */
export interface SessionStore {
  load(): Session;
  save(session: Session): void;
}

export interface Hooks {
  status(status: Status, retryAt: number | null): void;
  /** After `hello`; requests held back are sent once this has resolved. */
  welcome(welcome: Welcome): Promise<void>;
  message(message: AnyMessage): void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private ready = false;
  /** Numbers grow within a session, and the session outlives a reload of the page. */
  private nextId = Date.now();
  private readonly pending = new Map<number, Pending>();
  private attempts = 0;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private stays = false;
  private lastHeard = 0;
  private readonly samples: { rtt: number; offset: number }[] = [];

  constructor(
    private readonly url: string,
    private readonly store: SessionStore,
    private readonly hooks: Hooks,
  ) {}

  start(): void {
    setInterval(() => this.heartbeat(), PING_EVERY);
    addEventListener("online", () => this.reconnectNow());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.reconnectNow();
    });
    this.open();
  }

  /** Server time in seconds, from the quickest of the last answers. */
  now(): number {
    const best = this.samples.reduce((a, b) => (b.rtt < a.rtt ? b : a), { rtt: Infinity, offset: 0 });
    return Date.now() / 1000 + best.offset;
  }

  /** A new guest by this name. Keeps the session where the name stays. */
  enter(name: string): void {
    const session = this.store.load();
    this.store.save({ name, token: session.name === name ? session.token : null });
    this.attempts = 0;
    if (this.socket) this.socket.close();
    else this.open();
  }

  /** Ask, and get the one reply. Kept and sent again after a break, as `survival` says. */
  request(body: RequestBody, survival: Survival = "repeat"): Promise<Reply> {
    return new Promise((settle) => {
      const pending: Pending = { id: this.nextId++, body, survival, sent: false, settle };
      this.pending.set(pending.id, pending);
      if (this.ready) this.send(pending);
    });
  }

  /** Say something that nobody answers; dropped while the connection is away. */
  tell(body: ShowAim): void {
    if (this.ready && this.socket) this.socket.send(encode(body));
  }

  /** Requests that wait for the connection. */
  waiting(): number {
    return [...this.pending.values()].filter((one) => !one.sent).length;
  }

  reconnectNow(): void {
    if (this.socket || (this.retry === null && !this.stays)) return;
    if (this.retry !== null) clearTimeout(this.retry);
    this.retry = null;
    this.stays = false;
    this.open();
  }

  private open(): void {
    const session = this.store.load();
    if (!session.name && !session.token) {
      this.hooks.status("no_name", null);
      return;
    }
    const socket = new WebSocket(this.url, [SUBPROTOCOL]);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => void this.hello(socket, session);
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => {
      if (socket === this.socket) this.receive(event.data);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.socket) this.lost(STAY_AWAY.includes(event.code));
    };
  }

  private async hello(socket: WebSocket, session: Session): Promise<void> {
    const asked = Date.now();
    const who = session.token ? { token: session.token } : { name: session.name };
    const reply = await this.direct({ type: "hello", protocol: PROTOCOL, ...who });
    if (socket !== this.socket) return;
    if (reply.type === "refused") {
      await this.helloRefused(socket, session);
      return;
    }
    if (reply.type !== "welcome") return;
    this.sample(asked, reply.time);
    this.store.save({ name: reply.name, token: reply.token });
    this.attempts = 0;
    await this.hooks.welcome(reply);
    if (socket !== this.socket) return;
    this.ready = true;
    this.hooks.status("open", null);
    for (const one of this.pending.values()) if (!one.sent) this.send(one);
  }

  private async helloRefused(socket: WebSocket, session: Session): Promise<void> {
    // A session the hall no longer knows: come in again as a guest by the same name.
    if (session.token && session.name) {
      this.store.save({ name: session.name, token: null });
      await this.hello(socket, { name: session.name, token: null });
      return;
    }
    this.store.save({ name: null, token: null });
    this.socket = null;
    socket.close();
    this.hooks.status("no_name", null);
  }

  /** A request of the connection itself, sent before others are let through. */
  direct(body: RequestBody): Promise<Reply> {
    return new Promise((settle) => {
      const pending: Pending = { id: this.nextId++, body, survival: "once", sent: false, settle };
      this.pending.set(pending.id, pending);
      this.send(pending);
    });
  }

  private send(pending: Pending): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    pending.sent = true;
    this.socket.send(encode({ ...pending.body, id: pending.id }));
  }

  private receive(data: ArrayBuffer): void {
    this.lastHeard = Date.now();
    const message = decode(new Uint8Array(data)) as AnyMessage;
    const id = "id" in message ? message.id : null;
    const pending = typeof id === "number" ? this.pending.get(id) : undefined;
    if (pending) {
      this.pending.delete(pending.id);
      pending.settle(message as Reply);
      return;
    }
    this.hooks.message(message);
  }

  private lost(stays = false): void {
    this.socket = null;
    this.ready = false;
    for (const one of [...this.pending.values()]) {
      if (one.sent && one.survival === "once") {
        this.pending.delete(one.id);
        one.settle({ type: "refused", code: "connection_lost", text: "", id: one.id });
      }
      one.sent = false;
    }
    this.stays = stays;
    if (stays) {
      this.hooks.status("elsewhere", null);
      return;
    }
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.attempts) * (0.75 + Math.random() / 2);
    this.attempts += 1;
    this.hooks.status("away", Date.now() + wait);
    this.retry = setTimeout(() => {
      this.retry = null;
      this.open();
    }, wait);
  }

  private heartbeat(): void {
    if (!this.ready || !this.socket) return;
    if (Date.now() - this.lastHeard > SILENCE_LIMIT) {
      // Nothing heard though we asked: the line is dead, and the browser may take minutes to notice.
      const dead = this.socket;
      this.lost();
      dead.close();
      return;
    }
    const asked = Date.now();
    void this.direct({ type: "ping" }).then((reply) => {
      if (reply.type === "pong") this.sample(asked, reply.time);
    });
  }

  private sample(asked: number, serverTime: number): void {
    const heard = Date.now();
    const rtt = heard - asked;
    this.samples.push({ rtt, offset: serverTime - (asked + rtt / 2) / 1000 });
    if (this.samples.length > 8) this.samples.shift();
    this.lastHeard = heard;
  }
}
