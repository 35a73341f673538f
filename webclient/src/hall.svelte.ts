// The page's one store: connection, lobby and the open room, as Svelte state.

import { type ActionBody, Connection, type Reply, type RequestBody, type Status } from "./connection";
import { browserStore, leaveTracesOut, type OfficeInvites, type Saved } from "./kept";
import type { Office } from "./links";
import { Playing } from "./playing";
import type { AimShown, AnyMessage, GameEntry, Role, RoomListing, Stroke } from "./protocol.gen";
import { rankOf } from "./referee/acts";
import { refusal } from "./refusals";
import { aimFits, cutShort, type FullState, type Notice, reduce, type RoomView, shownState } from "./state";
import { text } from "./texts";
import { asked, type RoomWish } from "./wish";

const ROOM_KEY = "cuehall.room";

/** Refusals of a seat after which one may still watch. */
const FULL = new Set(["no_free_seat", "seat_taken", "already_in_room"]);

/** Refusals of what comes before its time, and how long to wait between further tries, ms. */
const EARLY = new Set(["balls_moving", "not_now"]);
const EARLY_PAUSES = [60, 120, 240];

export type { OptionValue, RoomWish } from "./wish";

export class Hall {
  status = $state<Status>("starting");
  retryAt = $state<number | null>(null);
  name = $state<string | null>(null);
  games = $state.raw<readonly GameEntry[]>([]);
  rooms = $state.raw<readonly RoomListing[]>([]);
  view = $state.raw<RoomView | null>(null);
  seat = $state<number | null>(null);
  /** What this person is in the open room. */
  role = $state<Role>("spectator");
  /** Invitations to the seats of officials: whoever opened the room has them, and an official his own. */
  offices = $state.raw<OfficeInvites>({});
  playing = $state.raw<Playing | null>(null);
  aim = $state.raw<AimShown | null>(null);
  /** A sentence to show for a while; `n` makes every one new. */
  notice = $state.raw<{ n: number; text: string; bad: boolean } | null>(null);
  /** A shot or throw that the hall has not answered yet. */
  sending = $state(false);
  /** The elevation, in whole degrees, that the last refused stroke would have needed; null where it was not that. */
  leastElevation: number | null = null;
  /** Server time, refreshed a few times a second for clocks. */
  time = $state(0);

  readonly connection: Connection;
  private roomId: string | null = null;
  private invite: string | null = null;
  private settled: RoomView | null = null;
  private waiters: { n: number; resolve: () => void }[] = [];
  private notices = 0;
  private resuming = false;

  readonly state = $derived<FullState | null>(this.view ? shownState(this.view, this.playing !== null) : null);
  /** Play goes on once all have seen the last shot: the hall takes nothing before. */
  readonly settling = $derived(this.playing !== null || (this.view?.state.plays_until ?? 0) > this.time);
  readonly myTurn = $derived(
    this.view !== null && !this.settling && this.seat !== null && mayAct(this.view.state, this.seat),
  );

  constructor() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const store = browserStore();
    this.name = store.load().name;
    this.connection = new Connection(`${scheme}://${location.host}/ws`, store, {
      status: (status, retryAt) => {
        this.status = status;
        this.retryAt = retryAt;
        if (status === "no_name") this.name = null;
      },
      welcome: async (welcome) => {
        this.name = welcome.name;
        await this.resume();
      },
      message: (message) => this.receive(message),
    });
    this.recall();
    setInterval(() => (this.time = this.connection.now()), 250);
  }

  start(): void {
    this.connection.start();
  }

  // --- lobby ---

  async loadGames(): Promise<void> {
    const reply = await this.connection.request({ type: "list_games" });
    if (reply.type === "games") this.games = reply.games;
  }

  async loadRooms(): Promise<void> {
    const reply = await this.connection.request({ type: "list_rooms" });
    if (reply.type === "rooms") this.rooms = reply.rooms;
  }

  /** Open a room; the invitation, or null where the hall refused. */
  async create(wish: RoomWish, withBot: boolean): Promise<string | null> {
    const reply = await this.connection.request(
      asked(wish),
      "once",
    );
    const invite = this.enterRoom(reply);
    if (invite && withBot) await this.inviteBot();
    return invite;
  }

  /** Take the seat of an official by its invitation. */
  async takeOffice(office: Office, invite: string): Promise<boolean> {
    const reply = await this.connection.request({ type: "join_room", invite, role: office });
    if (this.enterRoom(reply) === null) return false;
    this.offices = { ...this.offices, [office]: invite };
    this.save();
    return true;
  }

  async join(by: { invite: string } | { room: string }, role: "player" | "spectator"): Promise<boolean> {
    let reply = await this.connection.request({ type: "join_room", ...by, role });
    if (reply.type === "refused" && role === "player" && FULL.has(reply.code)) {
      const watching = await this.connection.request({ type: "join_room", ...by, role: "spectator" });
      if (watching.type !== "refused") reply = watching;
    }
    return this.enterRoom(reply) !== null;
  }

  async inviteBot(): Promise<void> {
    if (this.roomId) await this.ask({ type: "invite_bot", room: this.roomId }, "once");
  }

  /** Accept the rules that are shown, by their hash, and say ready; or take that back. */
  async sayReady(ready: boolean): Promise<void> {
    const rules = this.view?.state.rules_hash;
    if (this.roomId && rules) await this.ask({ type: "ready", room: this.roomId, rules, ready }, "once");
  }

  async claim(seat: number): Promise<void> {
    if (this.roomId) await this.ask({ type: "claim_forfeit", room: this.roomId, seat }, "once");
  }

  async leave(): Promise<void> {
    const room = this.roomId;
    this.forget();
    if (room) await this.connection.request({ type: "leave_room", room });
  }

  /** Drop the room from this page without leaving it at the hall. */
  forget(): void {
    this.roomId = null;
    this.invite = null;
    this.view = null;
    this.settled = null;
    this.seat = null;
    this.role = "spectator";
    this.offices = {};
    this.playing = null;
    this.aim = null;
    this.release(Infinity);
    sessionStorage.removeItem(ROOM_KEY);
  }

  get isOfficial(): boolean {
    return this.role === "referee" || this.role === "director";
  }

  /** Whose acts are mine: those of my seat, or as the owner of a room without officials a referee's or director's. */
  get rank(): Role {
    return rankOf(this.view?.state.people ?? [], { name: this.name ?? "", role: this.role, seat: this.seat });
  }

  /** Whether I may rule on anything here. */
  get rules(): boolean {
    return this.rank === "referee" || this.rank === "director";
  }

  get invitation(): string | null {
    return this.invite;
  }

  /** The shot clock of the open room, s. */
  get clockLimit(): number | null {
    return this.view?.state.clock?.limit ?? null;
  }

  isIn(invite: string): boolean {
    return this.invite === invite && this.roomId !== null;
  }

  // --- at the table ---

  /** Do something that answers the open turn. Kept over a break of the connection: the turn guards it. */
  async act(body: ActionBody): Promise<boolean> {
    if (!this.view || !this.roomId || this.sending) return false;
    const { turn } = this.view.state;
    this.sending = true;
    this.leastElevation = null;
    try {
      const reply = await this.insist({ ...body, room: this.roomId, turn } as RequestBody);
      if (reply.type === "ok" && reply.n) await this.seen(reply.n);
      if (reply.type !== "refused" || (reply.code === "stale_turn" && this.counted(turn))) return true;
      this.leastElevation = reply.least === undefined || reply.least === null ? null : wholeDegrees(reply.least);
      this.say(refusal(reply.code, reply.text, this.leastElevation ?? 0), true);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Acts of an official, one after the other; false from the first one that is refused. */
  async officiate(acts: readonly Extract<ActionBody, { type: "officiate" }>[]): Promise<boolean> {
    for (const act of acts) if (!(await this.act(act))) return false;
    return true;
  }

  /** Earlier positions of the match, for an official; null where the hall refused. */
  async earlierPositions(before: number | null): Promise<Extract<Reply, { type: "positions" }> | null> {
    if (!this.roomId) return null;
    const reply = await this.connection.request({ type: "list_positions", room: this.roomId, before });
    if (reply.type === "positions") return reply;
    if (reply.type === "refused") this.say(refusal(reply.code, reply.text), true);
    return null;
  }

  /** Our clock may be some milliseconds before the hall's: what comes just too early is said again. */
  private async insist(body: RequestBody): Promise<Reply> {
    for (const pause of EARLY_PAUSES) {
      const reply = await this.connection.request(body);
      if (reply.type !== "refused" || !EARLY.has(reply.code)) return reply;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return this.connection.request(body);
  }

  /** Did we act at that turn? Then an action sent again after a break had arrived the first time. */
  private counted(turn: number): boolean {
    return this.view?.happenings.some((line) => line.turn === turn && line.seat === this.seat) ?? false;
  }

  /** Resolves once notice `n` is folded in. */
  private seen(n: number): Promise<void> {
    return new Promise((resolve) => {
      if (!this.view || this.view.n >= n) resolve();
      else this.waiters.push({ n, resolve });
    });
  }

  private release(n: number): void {
    const ready = this.waiters.filter((waiter) => waiter.n <= n);
    this.waiters = this.waiters.filter((waiter) => waiter.n > n);
    for (const waiter of ready) waiter.resolve();
  }

  showAim(stroke: Stroke): void {
    if (!this.view || !this.roomId) return;
    this.connection.tell({ type: "show_aim", room: this.roomId, turn: this.view.state.turn, ...stroke });
  }

  /** The balls have been seen to rest. */
  played(): void {
    this.playing = null;
    this.time = this.connection.now();
    this.settle();
  }

  async skip(): Promise<void> {
    this.played();
    if (this.seat !== null && this.view && this.roomId) {
      await this.connection.request({ type: "skip_playback", room: this.roomId, turn: this.view.state.turn });
    }
  }

  say(message: string, bad = false): void {
    this.notice = { n: ++this.notices, text: message, bad };
  }

  // --- what the hall says ---

  private async ask(body: RequestBody, survival: "repeat" | "once"): Promise<boolean> {
    const reply = await this.connection.request(body, survival);
    if (reply.type !== "refused") return true;
    this.say(refusal(reply.code, reply.text), true);
    return false;
  }

  private enterRoom(reply: Reply): string | null {
    if (reply.type === "refused") {
      this.say(refusal(reply.code, reply.text), true);
      return null;
    }
    if (reply.type !== "joined") return null;
    if (this.roomId !== reply.room) {
      const left = this.view?.state.result ? this.roomId : null;
      this.forget();
      if (left) void this.connection.request({ type: "leave_room", room: left });
    }
    this.roomId = reply.room;
    this.resumeToken = reply.resume ?? null;
    this.invite = reply.invite;
    this.seat = reply.seat ?? null;
    this.role = reply.role;
    const told = { referee: reply.referee_invite, director: reply.director_invite };
    this.offices = { ...this.offices, ...Object.fromEntries(Object.entries(told).filter(([, code]) => code)) };
    this.save();
    for (const notice of this.early.splice(0)) this.fold(notice);
    return reply.invite;
  }

  /** Notices that came before the reply that names their room. */
  private readonly early: Notice[] = [];

  private receive(message: AnyMessage): void {
    switch (message.type) {
      case "snapshot":
      case "shot_played":
      case "lag_played":
      case "dart_thrown":
      case "turn_recalculated":
      case "room_changed":
      case "room_closed":
        if (message.room === this.roomId) this.fold(message);
        else if (this.early.length < 64) this.early.push(message);
        return;
      case "aim_shown":
        if (aimFits(this.view, message)) this.aim = message;
        return;
      case "refused":
        this.say(refusal(message.code, message.text), true);
    }
  }

  private fold(notice: Notice): void {
    if (notice.room !== this.roomId) return;
    const step = reduce(this.view, notice);
    if (step.kind === "old") return;
    if (step.kind === "gap") {
      void this.resume();
      return;
    }
    const before = this.view;
    this.view = step.view;
    if (notice.type === "room_changed" && notice.cause === "seat_freed" && notice.seat === this.seat) {
      [this.seat, this.role] = [null, "spectator"];
    }
    if ((notice.type === "shot_played" || notice.type === "lag_played") && before) {
      this.playing = Playing.of(notice, this.connection.now());
      this.aim = null;
    }
    if (notice.type === "snapshot" && this.playing && !this.view.shot) this.playing = null;
    if (this.playing && cutShort(step.view)) this.playing = null;
    if (this.view.state.turn !== before?.state.turn) this.aim = null;
    this.settle();
    this.wakeWhenOpen(step.view.state.plays_until);
    this.release(step.view.n);
    if (notice.type === "room_closed") this.say(text(notice.reason === "sent_out" ? "sent-out" : "room-closed"), true);
  }

  /** The next act may come at once when the waiting is over, not at the next tick of the clocks. */
  private wakeWhenOpen(until: number | null): void {
    const left = (until ?? 0) - this.connection.now();
    if (left > 0 && left < 60) setTimeout(() => (this.time = this.connection.now()), left * 1000 + 5);
  }

  private settle(): void {
    if (this.playing === null) this.settled = this.view;
    this.save();
  }

  /** What the hall gave us last to come back to the room with. */
  private resumeToken: string | null = null;

  private async resume(): Promise<void> {
    if (!this.roomId || this.resuming) return;
    this.resuming = true;
    const [room, seen, token] = [this.roomId, this.view?.n ?? null, this.resumeToken];
    const reply = await this.connection.direct({ type: "resume_room", room, seen, token });
    this.resuming = false;
    if (reply.type === "joined") {
      this.seat = reply.seat ?? null;
      this.role = reply.role;
      this.invite = reply.invite;
      this.resumeToken = reply.resume ?? null;
    } else if (reply.type === "refused" && reply.code === "unknown_token") {
      this.forget(); // another window of ours is in this room by now, and stays
      this.say(refusal(reply.code, reply.text), true);
    } else if (reply.type === "refused" && reply.code !== "connection_lost") {
      await this.rejoin();
    }
  }

  /** The hall does not know us in this room any more: in again by the invitation, else out. */
  private async rejoin(): Promise<void> {
    const { invite, role, offices } = this;
    this.forget();
    if (!invite) return;
    // Nobody sits down by a break of the connection who did not play before.
    const own = role === "referee" || role === "director" ? offices[role] : undefined;
    const by = own ? { invite: own, role } : { invite, role: role === "player" ? role : ("spectator" as const) };
    const reply = await this.connection.direct({ type: "join_room", ...by });
    if (reply.type === "joined") this.enterRoom(reply);
  }

  // --- a reload comes back to the same place, in the middle of a shot too ---

  private save(): void {
    if (!this.roomId || !this.invite) return;
    const { role, offices } = this;
    const saved: Saved = { room: this.roomId, invite: this.invite, view: this.settled, role, offices };
    sessionStorage.setItem(ROOM_KEY, JSON.stringify(saved, leaveTracesOut));
  }

  private recall(): void {
    try {
      const saved = JSON.parse(sessionStorage.getItem(ROOM_KEY) ?? "null") as Saved | null;
      if (!saved) return;
      this.roomId = saved.room;
      this.invite = saved.invite;
      this.role = saved.role ?? "spectator";
      this.offices = saved.offices ?? {};
      this.view = saved.view;
      this.settled = saved.view;
    } catch {
      sessionStorage.removeItem(ROOM_KEY);
    }
  }
}

/** In a lag all that have not played may act, else the side at the table. */
function mayAct(state: FullState, seat: number): boolean {
  return state.to_act === seat || (state.phase === "lag" && (state.waiting ?? []).includes(seat));
}

function wholeDegrees(angle: number): number {
  return Math.ceil((angle * 180) / Math.PI);
}

export const hall = new Hall();
