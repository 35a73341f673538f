// Generated from the protocol's schema by `cuehall schema --write`. Not for editing.
// A field that holds its default is left out on the wire: spread the record of `defaults` first.

export const PROTOCOL = 1 as const;
export const SUBPROTOCOLS = ["cuehall.v1.msgpack", "cuehall.v1.json"] as const;
export const MAX_REQUEST_BYTES = 16384 as const;
export const MAX_MESSAGE_BYTES = 262144 as const;
export const TRACE_FORMAT = 1 as const;
export const TRACE_CUSHIONS = ["H", "F", "L", "R"] as const;
export const TRACE_POCKETS = ["HL", "HR", "SL", "SR", "FL", "FR"] as const;

/** What a client may say. */
export type AnyRequest = Hello | Ping | ListGames | ListRooms | CreateRoom | JoinRoom | ResumeRoom | LeaveRoom | Ready | ClaimForfeit | ListPositions | InviteBot | PairBoard | ListBoards | RevokeBoard | UseBoard | TakeShot | PlayLag | PlaceBall | ChooseOption | ThrowDart | PassDarts | CorrectDart | DeleteDart | InsertDart | RefuseCorrection | ConfirmDarts | AskExtension | Concede | Protest | TakeTimeOut | EndTimeOut | AgreeToGoOn | Officiate | SkipPlayback | ShowAim;

/** What the server says. */
export type AnyMessage = Welcome | Pong | Games | Rooms | PairingCode | Boards | Positions | Joined | Done | Refused | Snapshot | ShotPlayed | LagPlayed | DartThrown | TurnRecalculated | RoomChanged | RoomClosed | AimShown;

/** Say who you are: a name for a new guest, or the token of an earlier session. First on every connection. */
export interface Hello {
  readonly type: "hello";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  readonly protocol: number;
  /** default null */
  readonly name?: string | null;
  /** default null */
  readonly token?: string | null;
  /** default false */
  readonly bot?: boolean;
}

/** Ask for the server's time. */
export interface Ping {
  readonly type: "ping";
  /** chosen by the client, answered by one reply */
  readonly id: number;
}

/** Ask which games can be played here, with their options. */
export interface ListGames {
  readonly type: "list_games";
  /** chosen by the client, answered by one reply */
  readonly id: number;
}

/** Ask for the listed rooms. */
export interface ListRooms {
  readonly type: "list_rooms";
  /** chosen by the client, answered by one reply */
  readonly id: number;
}

/** Open a room and take its first seat (or another one).

`referee` and `director` add a seat for that official; `joined` holds the invitation of each. With `owner` who opens
the room is its referee while nobody has a seat of an official; who does not play is its director, too. A match with
a time to start begins as soon as all are ready; who is not fifteen minutes after `starts_at`, or after the room was
opened, whichever is later, has lost without play. Spectators see and hear everything `delay` s after the players. */
export interface CreateRoom {
  readonly type: "create_room";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  readonly game: string;
  /** default null */
  readonly preset?: string | null;
  /** default {} */
  readonly options?: Readonly<Record<string, boolean | number | string>>;
  /** default null */
  readonly table?: string | null;
  /** default 2 */
  readonly sides?: number;
  /** default 1 */
  readonly race_to?: number;
  /** default null */
  readonly shot_clock?: number | null;
  /** default "club" */
  readonly touch?: Touch;
  /** default "normal" */
  readonly pace?: Pace;
  /** default true */
  readonly listed?: boolean;
  /** default 0 */
  readonly seat?: number | null;
  /** default false */
  readonly ready_check?: boolean;
  /** default false */
  readonly referee?: boolean;
  /** default false */
  readonly director?: boolean;
  /** default false */
  readonly owner?: boolean;
  /** default null */
  readonly starts_at?: number | null;
  /** s; default 0.0 */
  readonly delay?: number;
}

/** How finely an intent becomes the executed stroke: exactly, or with a club player's or professional's spread. */
export type Touch = "club" | "exact" | "pro";

/** Whether the next stroke waits until people have seen the last one. */
export type Pace = "instant" | "normal";

/** Enter a room by its invitation (or a listed one by its id), as player on a free seat or as spectator.

Who sits down accepts the room's rules. `rules` is the hash of those that were shown to him: where the room has
others, nothing happens.
A referee or director comes by the invitation of that seat, which the opener of the room was given. */
export interface JoinRoom {
  readonly type: "join_room";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** default null */
  readonly room?: string | null;
  /** default null */
  readonly invite?: string | null;
  /** default "player" */
  readonly role?: Role;
  /** default null */
  readonly seat?: number | null;
  /** default null */
  readonly rules?: string | null;
}

/** What somebody does in a room. */
export type Role = "director" | "player" | "referee" | "spectator";

/** Come back to a room: the notices after `seen` follow, or a snapshot where they are gone.

`token` is what the last `joined` of this room gave. It changes with every return: where a newer one was used
meanwhile, by another window or device, nothing happens and the connection in use is left alone. */
export interface ResumeRoom {
  readonly type: "resume_room";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** default null */
  readonly seen?: number | null;
  /** default null */
  readonly token?: string | null;
}

/** Leave a room for good; a player who leaves a running match concedes it. */
export interface LeaveRoom {
  readonly type: "leave_room";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
}

/** Accept the rules of the room by their hash and say that you want to begin; or take that back. */
export interface Ready {
  readonly type: "ready";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** hexadecimal */
  readonly rules: string;
  /** default true */
  readonly ready?: boolean;
}

/** Claim the match of a player who stays away, once the time for it has come. */
export interface ClaimForfeit {
  readonly type: "claim_forfeit";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** side of the match, 0 = first */
  readonly seat: number;
}

/** Ask, as an official, for the last positions before entry `before`: what a `restore` can bring back. */
export interface ListPositions {
  readonly type: "list_positions";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** default null */
  readonly before?: number | null;
}

/** Put a bot of the house on a free seat. */
export interface InviteBot {
  readonly type: "invite_bot";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** default null */
  readonly seat?: number | null;
}

/** Ask for a code by which a real dart board becomes one's own. */
export interface PairBoard {
  readonly type: "pair_board";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** shown name, without control characters and outer spaces */
  readonly name: string;
  /** default "machine" */
  readonly kind?: BoardKind;
}

/** What sees the darts of a real board: switches behind its segments, or cameras. */
export type BoardKind = "camera" | "machine";

/** Ask for one's own boards. */
export interface ListBoards {
  readonly type: "list_boards";
  /** chosen by the client, answered by one reply */
  readonly id: number;
}

/** Give a board of one's own up: its key is worth nothing from now on. */
export interface RevokeBoard {
  readonly type: "revoke_board";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** id of a real board */
  readonly board: string;
}

/** Throw at a real board from now on, at one's own or that of somebody who sits in this room; None: at none. */
export interface UseBoard {
  readonly type: "use_board";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** default null */
  readonly board?: string | null;
}

/** Strike a ball. Everybody in the room gets `shot_played`. */
export interface TakeShot {
  readonly type: "take_shot";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
  readonly stroke: Stroke;
  /** default null */
  readonly call?: Call | null;
  /** default false */
  readonly safety?: boolean;
  /** default false */
  readonly push_out?: boolean;
  /** balls called frozen before; default [] */
  readonly declared?: readonly string[];
}

/** A stroke: which ball, where the cue points, how fast, how steep, and where the tip meets the ball. */
export interface Stroke {
  /** c, 1 to 15, W, Y, R, B */
  readonly ball: string;
  /** rad from +x, counter-clockwise */
  readonly aim: number;
  /** m/s, cue at impact */
  readonly speed: number;
  /** rad, butt up; default 0.0 */
  readonly elevation?: number;
  /** default [0.0, 0.0] */
  readonly tip?: readonly [number, number];
}

/** Ball and pocket called before the stroke. */
export interface Call {
  /** c, 1 to 15, W, Y, R, B */
  readonly ball: string;
  /** pocket */
  readonly pocket: string;
}

/** Lag for the break. The stroke stays hidden until every side has played; then all get `lag_played`. */
export interface PlayLag {
  readonly type: "play_lag";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
  readonly stroke: Stroke;
}

/** Lay the cue ball in hand down; it may be moved again until the stroke. */
export interface PlaceBall {
  readonly type: "place_ball";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
  /** c, 1 to 15, W, Y, R, B */
  readonly ball: string;
  readonly at: readonly [number, number];
}

/** Answer the options that the rules offer. */
export interface ChooseOption {
  readonly type: "choose_option";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
  /** option */
  readonly option: string;
}

/** Let a dart go: where it was aimed and with how much power. The hit is the server's.

`released`: when it was let go, server time. It counts as far as the measured delay of the connection explains it.
`nonce`: a number of one's own in the label of the draw, so that nobody chose the key to suit the hall. */
export interface ThrowDart {
  readonly type: "throw_dart";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
  readonly dart: number;
  readonly aim: readonly [number, number];
  /** default 0.5 */
  readonly power?: number;
  /** default "" */
  readonly nonce?: string;
  /** default null */
  readonly released?: number | null;
}

/** Give up the darts left in this visit. */
export interface PassDarts {
  readonly type: "pass_darts";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
}

/** Correct what a real board reported of one's own dart: everybody gets `turn_recalculated`. */
export interface CorrectDart {
  readonly type: "correct_dart";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
  /** number of a reported dart in its match, from 1 */
  readonly number: number;
  /** T20, S6, OB, IB, M, BO, NT */
  readonly segment: string;
}

/** Take a dart out that a real board reported and nobody threw. */
export interface DeleteDart {
  readonly type: "delete_dart";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
  /** number of a reported dart in its match, from 1 */
  readonly number: number;
}

/** Add a dart that a real board did not report: after the one with this number, or before it; 0: the last one so far
of one's open turn. */
export interface InsertDart {
  readonly type: "insert_dart";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
  /** number of a reported dart in its match, from 1 */
  readonly number: number;
  /** T20, S6, OB, IB, M, BO, NT */
  readonly segment: string;
  /** default false */
  readonly before?: boolean;
}

/** Refuse the last correction of an opponent, within its time: it is taken back. */
export interface RefuseCorrection {
  readonly type: "refuse_correction";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
}

/** Accept the last turn that an opponent threw at a real board; after some seconds it counts as accepted. */
export interface ConfirmDarts {
  readonly type: "confirm_darts";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
}

/** Take the one extension of the shot clock. */
export interface AskExtension {
  readonly type: "ask_extension";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
}

/** Give the match up. */
export interface Concede {
  readonly type: "concede";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
}

/** Protest against what followed the action of turn `against`, before the next stroke: play stops until ruled. */
export interface Protest {
  readonly type: "protest";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
  /** number of the turn an action answers */
  readonly against: number;
  /** why, in plain words; default "" */
  readonly reason?: string;
}

/** Take a time-out, at one's own turn or between sets. */
export interface TakeTimeOut {
  readonly type: "take_time_out";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
}

/** Be ready before one's time-out is over. */
export interface EndTimeOut {
  readonly type: "end_time_out";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
}

/** Agree to go on without the referee who left; once all sides have, the hall is the referee. */
export interface AgreeToGoOn {
  readonly type: "agree_to_go_on";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
}

/** An act of the referee or the director. `do` names it; which of the other fields it needs depends on that.

`entry` says how many entries of the record a `restore` keeps, `seconds` is a limit of the shot clock, `kind` a
foul, warning or cushion, the name of a spectator to be sent out, or the segment of a corrected dart, whose number
is `dart`. */
export interface Officiate {
  readonly type: "officiate";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
  /** an act */
  readonly do: string;
  /** default null */
  readonly player?: number | null;
  /** a name or code; default "" */
  readonly kind?: string;
  /** default null */
  readonly ball?: string | null;
  /** default 0 */
  readonly points?: number;
  /** default {} */
  readonly positions?: Readonly<Record<string, readonly [number, number]>>;
  /** why, in plain words; default "" */
  readonly reason?: string;
  /** default null */
  readonly entry?: number | null;
  /** default null */
  readonly seconds?: number | null;
  /** default null */
  readonly dart?: number | null;
}

/** Say that you have seen the shot; when all seated have, play goes on. */
export interface SkipPlayback {
  readonly type: "skip_playback";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
}

/** Show the others where you aim. Never answered, and dropped first under load. */
export interface ShowAim {
  readonly type: "show_aim";
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
  /** c, 1 to 15, W, Y, R, B */
  readonly ball: string;
  /** rad from +x, counter-clockwise */
  readonly aim: number;
  /** m/s, cue at impact; default 0.0 */
  readonly speed?: number;
  /** rad, butt up; default 0.0 */
  readonly elevation?: number;
  /** default [0.0, 0.0] */
  readonly tip?: readonly [number, number];
}

/** Answers `hello`. The token resumes this session on another connection. */
export interface Welcome {
  readonly type: "welcome";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  readonly protocol: number;
  /** a name or code */
  readonly server: string;
  /** a name or code */
  readonly engine: string;
  /** a name or code */
  readonly person: string;
  /** a name or code */
  readonly name: string;
  /** session token */
  readonly token: string;
  /** s */
  readonly time: number;
  /** default [] */
  readonly rooms?: readonly string[];
}

/** Answers `ping` with the server's time in seconds. */
export interface Pong {
  readonly type: "pong";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** s */
  readonly time: number;
}

/** Answers `list_games`. */
export interface Games {
  readonly type: "games";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  readonly games: readonly GameEntry[];
}

/** A game that can be played here.

`sides`: how many sides can play it, in rising order; some of them only by an option. `preset_options`: what each
preset sets differently from the defaults of the options. */
export interface GameEntry {
  readonly game: string;
  /** a name or code */
  readonly title: string;
  /** a name or code */
  readonly family: string;
  readonly presets: readonly string[];
  readonly tables: readonly string[];
  readonly sides: readonly number[];
  /** default [] */
  readonly options?: readonly GameOption[];
  /** default {} */
  readonly preset_options?: Readonly<Record<string, Readonly<Record<string, boolean | number | string>>>>;
}

/** An option of a game: its name, what it may be, and what it does. */
export interface GameOption {
  readonly name: string;
  readonly default: boolean | number | string | null;
  /** default [] */
  readonly choices?: readonly (boolean | number | string)[];
  /** a sentence for people; default "" */
  readonly text?: string;
}

/** Answers `list_rooms`. */
export interface Rooms {
  readonly type: "rooms";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  readonly rooms: readonly RoomListing[];
}

/** A room as the lobby lists it. `officials` are its seats of officials that nobody holds. */
export interface RoomListing {
  /** room */
  readonly room: string;
  readonly game: string;
  /** a name or code */
  readonly preset: string;
  readonly touch: Touch;
  readonly pace: Pace;
  readonly sides: readonly (string | null)[];
  readonly watchers: number;
  readonly phase: Phase;
  /** default [] */
  readonly officials?: readonly Role[];
}

/** Where a match stands. */
export type Phase = "break" | "extra" | "final_pending" | "lag" | "option" | "over" | "play" | "tie_break" | "waiting";

/** Answers `pair_board`: to be typed in at the board before that time, once. */
export interface PairingCode {
  readonly type: "pairing_code";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** a name or code */
  readonly code: string;
  /** s */
  readonly until: number;
}

/** Answers `list_boards`. */
export interface Boards {
  readonly type: "boards";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  readonly boards: readonly BoardEntry[];
}

/** A real board of one's own: whether it is there, and in which room somebody throws at it. */
export interface BoardEntry {
  /** id of a real board */
  readonly board: string;
  /** a name or code */
  readonly name: string;
  readonly kind: BoardKind;
  /** default false */
  readonly online?: boolean;
  /** default [] */
  readonly rooms?: readonly string[];
}

/** Answers `list_positions`: the last ones first; `more` says whether there are older ones than these. */
export interface Positions {
  readonly type: "positions";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  readonly positions: readonly EarlierPosition[];
  /** default false */
  readonly more?: boolean;
}

/** How a match stood after so many entries of its record, and what led there.

`entry` is what a `restore` takes. `cause` is `begun`, `shot_played`, `dart_thrown`, or that of `room_changed`;
`seat` and `turn` are whose act and the turn it answered; `log` and `ruling` what came of it. `games` and `scores`
are those of the sides. */
export interface EarlierPosition {
  readonly entry: number;
  /** s */
  readonly at: number;
  /** a name or code */
  readonly cause: string;
  readonly phase: Phase;
  readonly game_number: number;
  /** number of the turn an action answers; default 0 */
  readonly turn?: number;
  /** default null */
  readonly seat?: number | null;
  /** default null */
  readonly to_act?: number | null;
  /** tokens of the shot log, oldest first; default "" */
  readonly log?: string;
  /** default null */
  readonly ruling?: Ruling | null;
  /** default [] */
  readonly games?: readonly number[];
  /** default [] */
  readonly scores?: readonly number[];
  /** default {} */
  readonly balls?: Readonly<Record<string, readonly [number, number]>>;
}

/** What the rules answered, each point with the rule's number. */
export interface Ruling {
  /** default [] */
  readonly rules?: readonly string[];
  /** default [] */
  readonly fouls?: readonly string[];
  /** default 0 */
  readonly points?: number;
  /** default false */
  readonly continues?: boolean;
  /** default null */
  readonly outcome?: string | null;
  /** default [] */
  readonly winner?: readonly number[];
  /** default {} */
  readonly spotted?: Readonly<Record<string, readonly [number, number]>>;
  /** default [] */
  readonly evidence?: readonly Evidence[];
  /** default false */
  readonly close?: boolean;
  /** a sentence for people; default "" */
  readonly text?: string;
  /** default false */
  readonly bust?: boolean;
}

/** A contact that a ruling rests on: its token in the log, when, and by how much it was clear. */
export interface Evidence {
  /** a name or code */
  readonly token: string;
  /** s */
  readonly time: number;
  /** default null */
  readonly margin_mm?: number | null;
  /** default null */
  readonly margin_ms?: number | null;
}

/** Answers `create_room`, `join_room` and `resume_room`. A snapshot or the missed notices follow. */
export interface Joined {
  readonly type: "joined";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** room */
  readonly room: string;
  /** invitation */
  readonly invite: string;
  readonly role: Role;
  /** default null */
  readonly seat?: number | null;
  /** default null */
  readonly referee_invite?: string | null;
  /** default null */
  readonly director_invite?: string | null;
  /** default null */
  readonly resume?: string | null;
}

/** Answers every other request that was accepted; `n` is the notice that tells what came of it. */
export interface Done {
  readonly type: "ok";
  /** chosen by the client, answered by one reply */
  readonly id: number;
  /** default null */
  readonly n?: number | null;
}

/** A request that was not accepted: nothing changed. `id` is missing where it could not be read.

`least` is the least elevation of a stroke whose cue would pass through a ball or a cushion. */
export interface Refused {
  readonly type: "refused";
  /** a name or code */
  readonly code: string;
  /** a sentence for people */
  readonly text: string;
  /** default null */
  readonly id?: number | null;
  /** default null */
  readonly path?: string | null;
  /** default null */
  readonly turn?: number | null;
  /** default null */
  readonly least?: number | null;
}

/** The whole room as it is after notice `n`. */
export interface Snapshot {
  readonly type: "snapshot";
  /** room */
  readonly room: string;
  /** number of a notice in its room, without gaps */
  readonly n: number;
  readonly state: RoomState;
  /** s */
  readonly time: number;
}

/** Everything a client shows of a room. A snapshot carries it whole, notices carry its changes.

`to_act` is the side whose clock runs; `waiting` all that may act now, which in a lag are several. `legal` is what
the side to act may do. `ready` are the seats that have accepted the rules and want to begin, where `ready_check`
asks for it; who has not by `ready_by` loses the seat. `stopped` says why play stands still ("" where it does not):
`suspended`, `protest`, `referee_left`, `time_out` or `storage_away` (the hall cannot write: play goes on by itself
and the clocks get the time back), and `agreed` who would go on without the referee. `entries` counts the entries of
the record; `officials` are the seats of officials that the room has, `audit` the last acts of anybody there. Where
a time to start was agreed, `forfeits_at` is when who is not ready has lost.
Spectators are told everything `delay` s later. */
export interface RoomState {
  /** room */
  readonly room: string;
  /** invitation */
  readonly invite: string;
  readonly game: string;
  /** a name or code */
  readonly preset: string;
  readonly options: Readonly<Record<string, boolean | number | string>>;
  /** a name or code */
  readonly table: string;
  readonly touch: Touch;
  readonly pace: Pace;
  readonly race_to: number;
  /** hexadecimal */
  readonly rules_hash: string;
  /** hexadecimal */
  readonly commitment: string;
  readonly people: readonly PersonInRoom[];
  readonly sides: readonly SideState[];
  readonly phase: Phase;
  /** number of the turn an action answers */
  readonly turn: number;
  /** default null */
  readonly to_act?: number | null;
  /** default [] */
  readonly waiting?: readonly number[];
  /** default [] */
  readonly legal?: readonly string[];
  /** default [] */
  readonly options_offered?: readonly string[];
  /** default null */
  readonly clock?: ClockState | null;
  /** default null */
  readonly plays_until?: number | null;
  /** default 1 */
  readonly game_number?: number;
  /** default null */
  readonly cue?: CueTable | null;
  /** default null */
  readonly darts?: DartsTable | null;
  /** default null */
  readonly result?: MatchResult | null;
  /** default null */
  readonly key?: string | null;
  /** default 0 */
  readonly watchers?: number;
  /** default false */
  readonly ready_check?: boolean;
  /** default [] */
  readonly ready?: readonly number[];
  /** default null */
  readonly ready_by?: number | null;
  /** default [] */
  readonly absences?: readonly Absence[];
  /** default 0 */
  readonly entries?: number;
  /** a name or code; default "" */
  readonly stopped?: string;
  /** default null */
  readonly stopped_by?: number | null;
  /** default null */
  readonly stopped_until?: number | null;
  /** default [] */
  readonly agreed?: readonly number[];
  /** default [] */
  readonly officials?: readonly Role[];
  /** default [] */
  readonly audit?: readonly OfficialAct[];
  /** default null */
  readonly forfeits_at?: number | null;
  /** s; default 0.0 */
  readonly delay?: number;
  /** default [] */
  readonly boards?: readonly BoardInRoom[];
  /** default [] */
  readonly ignored?: readonly IgnoredReport[];
}

/** Somebody in a room. `owner`: he opened it, and is its referee while nobody has a seat of an official. */
export interface PersonInRoom {
  /** a name or code */
  readonly name: string;
  readonly role: Role;
  /** default null */
  readonly seat?: number | null;
  /** default true */
  readonly connected?: boolean;
  /** default false */
  readonly bot?: boolean;
  /** default false */
  readonly owner?: boolean;
}

/** One side of the match as the scoreboard shows it. */
export interface SideState {
  /** a name or code */
  readonly name: string;
  /** default 0 */
  readonly games?: number;
  /** default 0 */
  readonly score?: number;
  /** default {} */
  readonly details?: Readonly<Record<string, boolean | number | string | null>>;
}

/** The shot clock of the side to act; times are server time in seconds. */
export interface ClockState {
  /** s */
  readonly limit: number;
  /** default null */
  readonly ends_at?: number | null;
  /** default null */
  readonly warn_at?: number | null;
  /** default false */
  readonly extension_left?: boolean;
}

/** The table of a cue game between shots. */
export interface CueTable {
  readonly balls: Readonly<Record<string, readonly [number, number]>>;
  /** a name or code */
  readonly cue_ball: string;
  readonly strikes: readonly string[];
  /** default [] */
  readonly frozen?: readonly (readonly [string, string])[];
  /** default {} */
  readonly details?: Readonly<Record<string, boolean | number | string | null>>;
}

/** The dart board between throws; `reported`: the last darts of a match with real boards. */
export interface DartsTable {
  readonly round: number;
  readonly dart: number;
  /** default [] */
  readonly darts?: readonly string[];
  /** default {} */
  readonly details?: Readonly<Record<string, boolean | number | string | null>>;
  /** default [] */
  readonly reported?: readonly ReportedDart[];
}

/** A dart of a match with real boards: its number for corrections, whose it is, its turn, what it hit.

`is_void`: it came after its turn had ended. `is_open`: its thrower may still correct it. */
export interface ReportedDart {
  /** number of a reported dart in its match, from 1 */
  readonly number: number;
  /** side of the match, 0 = first */
  readonly seat: number;
  readonly turn: number;
  /** a name or code */
  readonly segment: string;
  /** default false */
  readonly is_void?: boolean;
  /** default false */
  readonly is_open?: boolean;
}

/** How a match ended. Several winners share a win; none is a draw or no result. */
export interface MatchResult {
  readonly winners: readonly number[];
  /** a name or code */
  readonly reason: string;
  readonly scores: Readonly<Record<string, number>>;
}

/** A player who is away while somebody waits for him: since when, from when the others may claim the match, and
when it is lost without a claim (server time, s). While play is stopped, or all are away, nobody is in default. */
export interface Absence {
  /** side of the match, 0 = first */
  readonly seat: number;
  /** s */
  readonly since: number;
  /** s */
  readonly claim_at: number;
  /** s */
  readonly lost_at: number;
}

/** A line of the audit trail: who did what, to which side, why, by which rule, and what the rules made of it.

`entry` counts the entries of the record up to this one; `by` names who acted (`Cuehall` is the hall's own referee). */
export interface OfficialAct {
  readonly entry: number;
  /** s */
  readonly at: number;
  /** a name or code */
  readonly by: string;
  /** a name or code */
  readonly act: string;
  /** default null */
  readonly player?: number | null;
  /** a name or code; default "" */
  readonly kind?: string;
  /** a sentence for people; default "" */
  readonly reason?: string;
  /** default [] */
  readonly rules?: readonly string[];
  /** a sentence for people; default "" */
  readonly text?: string;
}

/** The real board that a seat throws at. `armed`: its next dart counts. `takeout`: the darts of the last turn are to
be taken out first. `hold`: why play waits for it, `reports` that are missing or a `stuck` segment. */
export interface BoardInRoom {
  /** side of the match, 0 = first */
  readonly seat: number;
  /** id of a real board */
  readonly board: string;
  /** a name or code; default "" */
  readonly name?: string;
  /** default false */
  readonly online?: boolean;
  /** default false */
  readonly armed?: boolean;
  /** default false */
  readonly takeout?: boolean;
  /** a name or code; default "" */
  readonly hold?: string;
}

/** Something that a real board said and that counts for nothing: when, what, why, and whether that is an alarm. */
export interface IgnoredReport {
  /** s */
  readonly at: number;
  /** id of a real board */
  readonly board: string;
  /** a name or code */
  readonly why: string;
  /** a sentence for people */
  readonly text: string;
  /** a name or code; default "" */
  readonly kind?: string;
  /** a name or code; default "" */
  readonly segment?: string;
  /** default false */
  readonly alarm?: boolean;
}

/** A shot: what was meant, what was struck, what the balls did, what the rules say, what changed. */
export interface ShotPlayed {
  readonly type: "shot_played";
  /** room */
  readonly room: string;
  /** number of a notice in its room, without gaps */
  readonly n: number;
  /** side of the match, 0 = first */
  readonly seat: number;
  readonly intent: Stroke;
  readonly stroke: Stroke;
  /** trace of a shot, see `traces` */
  readonly trace: Uint8Array;
  readonly rest: Readonly<Record<string, readonly [number, number]>>;
  /** tokens of the shot log, oldest first */
  readonly log: string;
  readonly ruling: Ruling;
  readonly delta: RoomDelta;
  /** s */
  readonly time: number;
  /** s */
  readonly duration: number;
}

/** The fields of `RoomState` that changed, each whole. */
export interface RoomDelta {
  readonly people?: readonly PersonInRoom[];
  readonly sides?: readonly SideState[];
  readonly phase?: Phase;
  /** number of the turn an action answers */
  readonly turn?: number;
  readonly to_act?: number | null;
  readonly waiting?: readonly number[];
  readonly legal?: readonly string[];
  readonly options_offered?: readonly string[];
  readonly clock?: ClockState | null;
  readonly plays_until?: number | null;
  readonly game_number?: number;
  readonly cue?: CueTable | null;
  readonly darts?: DartsTable | null;
  readonly result?: MatchResult | null;
  readonly key?: string | null;
  readonly watchers?: number;
  readonly ready?: readonly number[];
  readonly ready_by?: number | null;
  readonly absences?: readonly Absence[];
  readonly entries?: number;
  /** a name or code */
  readonly stopped?: string;
  readonly stopped_by?: number | null;
  readonly stopped_until?: number | null;
  readonly agreed?: readonly number[];
  readonly audit?: readonly OfficialAct[];
  readonly boards?: readonly BoardInRoom[];
  readonly ignored?: readonly IgnoredReport[];
}

/** A lag, once every side has played: strokes and logs in seat order, all out of one world. Three sides lag alone:
each of theirs comes by itself, with one stroke and one log. */
export interface LagPlayed {
  readonly type: "lag_played";
  /** room */
  readonly room: string;
  /** number of a notice in its room, without gaps */
  readonly n: number;
  readonly strokes: readonly Stroke[];
  /** trace of a shot, see `traces` */
  readonly trace: Uint8Array;
  readonly rest: Readonly<Record<string, readonly [number, number]>>;
  readonly logs: readonly string[];
  readonly ruling: Ruling;
  readonly delta: RoomDelta;
  /** s */
  readonly time: number;
  /** s */
  readonly duration: number;
}

/** A dart in the board: where it was aimed, where it hit, what the rules say, what changed.

`board`: the real board that reported it; then nobody knows the aim, and only some boards know where it hit. */
export interface DartThrown {
  readonly type: "dart_thrown";
  /** room */
  readonly room: string;
  /** number of a notice in its room, without gaps */
  readonly n: number;
  /** side of the match, 0 = first */
  readonly seat: number;
  readonly dart: number;
  readonly aim: readonly [number, number] | null;
  readonly hit: readonly [number, number] | null;
  /** a name or code */
  readonly segment: string;
  readonly value: number;
  readonly ruling: Ruling;
  readonly delta: RoomDelta;
  /** s */
  readonly time: number;
  /** a name or code; default "" */
  readonly board?: string;
}

/** A correction of what a real board reported: the leg was played again. One notice, with the total as it is now.

`change`: `corrected`, `deleted`, `inserted` or `refused`, of the dart with this number; `by`: the seat that did it,
nobody where the referee did. `seat`: whose turn is worth `points` now; `visit`: its number in the leg. */
export interface TurnRecalculated {
  readonly type: "turn_recalculated";
  /** room */
  readonly room: string;
  /** number of a notice in its room, without gaps */
  readonly n: number;
  /** a name or code */
  readonly change: string;
  /** side of the match, 0 = first */
  readonly seat: number;
  readonly visit: number;
  readonly points: number;
  readonly ruling: Ruling;
  readonly delta: RoomDelta;
  /** s */
  readonly time: number;
  /** default null */
  readonly number?: number | null;
  /** default null */
  readonly by?: number | null;
}

/** Anything else that changed: a seat taken, an option chosen, a ball placed, the clock, the end. */
export interface RoomChanged {
  readonly type: "room_changed";
  /** room */
  readonly room: string;
  /** number of a notice in its room, without gaps */
  readonly n: number;
  /** a name or code */
  readonly cause: string;
  readonly delta: RoomDelta;
  /** s */
  readonly time: number;
  /** default null */
  readonly ruling?: Ruling | null;
  /** default null */
  readonly seat?: number | null;
}

/** The room is gone; nothing follows. */
export interface RoomClosed {
  readonly type: "room_closed";
  /** room */
  readonly room: string;
  /** number of a notice in its room, without gaps */
  readonly n: number;
  /** a name or code */
  readonly reason: string;
}

/** Where the side at the table aims just now. Not numbered: the next one replaces it. */
export interface AimShown {
  readonly type: "aim_shown";
  /** room */
  readonly room: string;
  /** number of the turn an action answers */
  readonly turn: number;
  /** side of the match, 0 = first */
  readonly seat: number;
  readonly stroke: Stroke;
}

export type RefusalCode =
  | "malformed"
  | "too_large"
  | "too_deep"
  | "duplicate_key"
  | "unknown_type"
  | "unknown_field"
  | "missing_field"
  | "wrong_type"
  | "out_of_range"
  | "hello_first"
  | "hello_twice"
  | "unsupported_protocol"
  | "unknown_token"
  | "bad_name"
  | "too_fast"
  | "busy"
  | "draining"
  | "internal"
  | "unknown_room"
  | "unknown_invite"
  | "too_many_rooms"
  | "seat_taken"
  | "no_free_seat"
  | "no_such_seat"
  | "already_in_room"
  | "not_in_room"
  | "not_a_player"
  | "not_referee"
  | "not_director"
  | "no_bot"
  | "rules_differ"
  | "paused"
  | "not_absent"
  | "room_closed"
  | "no_boards"
  | "unknown_board"
  | "too_many_boards"
  | "board_in_use"
  | "storage_away"
  | "unknown_game"
  | "unknown_preset"
  | "unknown_table"
  | "unknown_option"
  | "bad_option"
  | "bad_sides"
  | "stale_turn"
  | "not_started"
  | "match_over"
  | "not_your_turn"
  | "not_now"
  | "balls_moving"
  | "suspended"
  | "bad_stroke"
  | "wrong_cue_ball"
  | "not_in_hand"
  | "off_table"
  | "overlap"
  | "not_behind_head_string"
  | "house"
  | "call_required"
  | "no_push_out"
  | "option_not_offered"
  | "side_not_chosen"
  | "side_fixed"
  | "draw_not_allowed"
  | "cue_obstructed"
  | "wrong_dart"
  | "too_late"
  | "no_extension"
  | "limit_too_long"
  | "no_time_out";

/** What the fields hold that are left out, by struct. */
export const defaults = {
  Hello: { name: null, token: null, bot: false },
  CreateRoom: { preset: null, options: {}, table: null, sides: 2, race_to: 1, shot_clock: null, touch: "club", pace: "normal", listed: true, seat: 0, ready_check: false, referee: false, director: false, owner: false, starts_at: null, delay: 0.0 },
  JoinRoom: { room: null, invite: null, role: "player", seat: null, rules: null },
  ResumeRoom: { seen: null, token: null },
  Ready: { ready: true },
  ListPositions: { before: null },
  InviteBot: { seat: null },
  PairBoard: { kind: "machine" },
  UseBoard: { board: null },
  TakeShot: { call: null, safety: false, push_out: false, declared: [] },
  Stroke: { elevation: 0.0, tip: [0.0, 0.0] },
  ThrowDart: { power: 0.5, nonce: "", released: null },
  InsertDart: { before: false },
  Protest: { reason: "" },
  Officiate: { player: null, kind: "", ball: null, points: 0, positions: {}, reason: "", entry: null, seconds: null, dart: null },
  ShowAim: { speed: 0.0, elevation: 0.0, tip: [0.0, 0.0] },
  Welcome: { rooms: [] },
  GameEntry: { options: [], preset_options: {} },
  GameOption: { choices: [], text: "" },
  RoomListing: { officials: [] },
  BoardEntry: { online: false, rooms: [] },
  Positions: { more: false },
  EarlierPosition: { turn: 0, seat: null, to_act: null, log: "", ruling: null, games: [], scores: [], balls: {} },
  Ruling: { rules: [], fouls: [], points: 0, continues: false, outcome: null, winner: [], spotted: {}, evidence: [], close: false, text: "", bust: false },
  Evidence: { margin_mm: null, margin_ms: null },
  Joined: { seat: null, referee_invite: null, director_invite: null, resume: null },
  Done: { n: null },
  Refused: { id: null, path: null, turn: null, least: null },
  RoomState: { to_act: null, waiting: [], legal: [], options_offered: [], clock: null, plays_until: null, game_number: 1, cue: null, darts: null, result: null, key: null, watchers: 0, ready_check: false, ready: [], ready_by: null, absences: [], entries: 0, stopped: "", stopped_by: null, stopped_until: null, agreed: [], officials: [], audit: [], forfeits_at: null, delay: 0.0, boards: [], ignored: [] },
  PersonInRoom: { seat: null, connected: true, bot: false, owner: false },
  SideState: { games: 0, score: 0, details: {} },
  ClockState: { ends_at: null, warn_at: null, extension_left: false },
  CueTable: { frozen: [], details: {} },
  DartsTable: { darts: [], details: {}, reported: [] },
  ReportedDart: { is_void: false, is_open: false },
  OfficialAct: { player: null, kind: "", reason: "", rules: [], text: "" },
  BoardInRoom: { name: "", online: false, armed: false, takeout: false, hold: "" },
  IgnoredReport: { kind: "", segment: "", alarm: false },
  DartThrown: { board: "" },
  TurnRecalculated: { number: null, by: null },
  RoomChanged: { ruling: null, seat: null },
} as const;
