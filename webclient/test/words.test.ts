import { describe, expect, it } from "vitest";

import { gameName, potted, sentence } from "../src/room/words";
import { type FullState, fullState, type Happening } from "../src/state";
import { parse } from "../src/links";

const STATE: FullState = fullState({
  room: "room-1",
  invite: "invite-1",
  game: "nine_ball",
  preset: "sbiz",
  options: {},
  table: "pool_9ft",
  touch: "club",
  pace: "normal",
  race_to: 1,
  rules_hash: "ab",
  commitment: "cd",
  people: [],
  sides: [{ name: "Ana" }, { name: "Bo" }],
  phase: "play",
  turn: 4,
});

function shot(log: string, ruling: Happening["ruling"]): Happening {
  return { n: 8, kind: "shot", seat: 1, game: 1, turn: 3, log, ruling, cause: "", dart: null };
}

describe("what happened, in words", () => {
  it("names the balls that fell, the cue ball not among them", () => {
    expect(potted("c>1 1@FL c#H 12@SR c@HL 3^off")).toEqual(["1", "12"]);
    expect(sentence(shot("c>1 1@FL", { rules: ["5.1"] }), STATE, "pool")).toEqual({
      text: "Bo pots 1",
      foul: false,
      rules: "rule 5.1",
    });
  });

  it("tells every foul, before anything else", () => {
    const said = sentence(shot("c>2 2@FL c@HL", { fouls: ["wrong_ball", "scratch"] }), STATE, "pool");
    expect(said).toMatchObject({ text: "Foul by Bo: wrong ball first, cue ball potted", foul: true });
  });

  it("shows a code that is new to the page in plain letters", () => {
    expect(sentence(shot("", { fouls: ["left_the_hall"] }), STATE, "pool")?.text).toBe("Foul by Bo: left the hall");
    expect(gameName("bar_billiards")).toBe("Bar billiards");
  });

  it("names the cue ball of pyramid among the balls that fell", () => {
    expect(sentence(shot("c>6 c@SL 6@FL", { points: 2 }), STATE, "pyramid")?.text).toBe("Bo pots cue ball, 6");
  });

  it("counts points at carom", () => {
    expect(sentence(shot("W>R", { points: 1 }), STATE, "carom")?.text).toBe("Bo scores 1 point");
    expect(sentence(shot("W>R", {}), STATE, "carom")?.text).toBe("Bo misses");
  });

  it("is silent about changes that everybody sees", () => {
    const change = { ...shot("", { text: "seen" }), kind: "change" as const };
    expect(sentence({ ...change, cause: "seen" }, STATE, "pool")).toBeNull();
    expect(sentence({ ...change, ruling: { text: "The break is taken." }, cause: "option_chosen" }, STATE, "pool")?.text).toBe(
      "The break is taken.",
    );
  });
});

describe("links", () => {
  it.each([
    ["/", "#/room/mrwupgf28c"],
    ["/join/mrwupgf28c", ""],
    ["/r/mrwupgf28c", ""],
  ])("%s%s leads into the room", (path, hash) => {
    expect(parse(path, hash)).toEqual({ name: "room", invite: "mrwupgf28c" });
  });

  it.each([["/", ""], ["/", "#/room/a b"], ["/", "#/room/<script>"], ["/r/short", ""]])("%s%s leads to the lobby", (path, hash) => {
    expect(parse(path, hash)).toEqual({ name: "lobby" });
  });
});
