import { describe, expect, it } from "vitest";

import { ACTS, actsOf, GROUPS, kindsOf, missing, officiate, rankOf, ruled, verdictsOf } from "../src/referee/acts";
import { textOrNull } from "../src/texts";

function act(name: string, family: "pool" | "carom" | "pyramid" | "darts", game = "") {
  const found = actsOf(family, game, "director").find((one) => one.do === name);
  if (!found) throw new Error(`no ${name} in ${family}`);
  return found;
}

describe("what officials can do", () => {
  it("leaves the match as a whole to the director", () => {
    expect(actsOf("pool", "nine_ball", "referee").some((one) => one.group === "match")).toBe(false);
    expect(actsOf("pool", "nine_ball", "director").filter((one) => one.group === "match")).toHaveLength(7);
    for (const role of ["player", "spectator"] as const) expect(actsOf("pool", "nine_ball", role)).toEqual([]);
  });

  it("offers each game only its own acts", () => {
    const names = (family: Parameters<typeof actsOf>[0], game: string) => actsOf(family, game, "referee").map((one) => one.do);
    expect(names("pool", "straight_pool")).toContain("new_rack14");
    expect(names("pool", "nine_ball")).not.toContain("new_rack14");
    expect(names("pyramid", "free_pyramid")).toContain("cancel_foul");
    expect(names("carom", "libre")).toContain("undeclared_safety");
    expect(names("darts", "x01")).not.toContain("award_foul");
  });

  it("knows one game's fouls besides those of its family", () => {
    expect(kindsOf(act("award_foul", "pool"), "straight_pool")).toContain("catch");
    expect(kindsOf(act("award_foul", "pool"), "nine_ball")).not.toContain("catch");
  });

  it("has words for every act, kind and group", () => {
    for (const one of ACTS) {
      for (const id of [`act-${one.do}`, `done-${one.do}`]) expect(textOrNull(id), id).not.toBeNull();
      for (const game of ["", "straight_pool"])
        for (const kind of kindsOf(one, game)) expect(textOrNull(`kind-${kind}`) ?? textOrNull(`foul-${kind}`), kind).not.toBeNull();
    }
    for (const group of GROUPS) expect(textOrNull(`group-${group}`), group).not.toBeNull();
  });
});

describe("a form of an act", () => {
  it("is complete once every field holds what can be sent", () => {
    const points = act("award_point", "carom");
    expect(missing(points, {})).toEqual(["player", "points"]);
    for (const wrong of ["", "0", "1.5", "x", "1e9", "9999999"]) expect(missing(points, { player: "1", points: wrong })).toEqual(["points"]);
    expect(missing(points, { player: "1", points: "-2" })).toEqual([]);
    const clock = act("set_clock", "pool");
    for (const wrong of ["", " ", "-1", "x", "3601"]) expect(missing(clock, { seconds: wrong })).toEqual(["seconds"]);
    expect(missing(act("end_match", "pool"), {})).toEqual([]);
    expect(missing(act("ball_dropped", "pyramid"), { ball: "4", seconds: "6" })).toEqual([]);
  });

  it("takes what a dart can hit, and nothing else", () => {
    const correct = act("correct_dart", "darts", "x01");
    for (const wrong of ["", "T21", "20", "S0"]) expect(missing(correct, { dart: "4", segment: wrong })).toEqual(["segment"]);
    expect(missing(correct, { segment: "ib" })).toEqual(["dart"]);
    expect(officiate(correct, { dart: "4", segment: " t20 " })).toEqual({ type: "officiate", do: "correct_dart", dart: 4, kind: "T20" });
    expect(officiate(act("delete_dart", "darts"), { dart: "4", segment: "T20" })).toEqual({ type: "officiate", do: "delete_dart", dart: 4 });
  });

  it("wants ball and pocket for a call", () => {
    const call = act("correct_call", "pool", "eight_ball");
    expect(missing(call, { ball: "3" })).toEqual(["pocket"]);
    expect(officiate(call, { ball: "3", pocket: "FL" })).toEqual({ type: "officiate", do: "correct_call", ball: "3", kind: "FL" });
  });

  it("becomes the act, with what the act is about and nothing else", () => {
    expect(officiate(act("warn", "pool"), { player: "1", kind: "slow_play", reason: "  Chalk. ", ball: "4" })).toEqual({
      type: "officiate",
      do: "warn",
      player: 1,
      kind: "slow_play",
      reason: "Chalk.",
    });
    expect(officiate(act("declare_frozen", "pool"), { ball: "4", cushion: "F" })).toEqual({ type: "officiate", do: "declare_frozen", kind: "F", ball: "4" });
    expect(officiate(act("end_match", "pool"), { winner: "0" })).toEqual({ type: "officiate", do: "end_match", player: 0 });
    expect(officiate(act("end_match", "pool"), {})).toEqual({ type: "officiate", do: "end_match" });
    expect(officiate(act("remove_spectator", "pool"), { spectator: "Eve" })).toEqual({ type: "officiate", do: "remove_spectator", kind: "Eve" });
    expect(officiate(act("award_point", "carom"), { player: "0", points: "-2" })).toMatchObject({ player: 0, points: -2 });
    expect(officiate(act("ball_dropped", "pyramid"), { ball: "4", seconds: "6.5" })).toMatchObject({ ball: "4", seconds: 6.5 });
  });
});

describe("a protest", () => {
  it("is ruled on last, after what the verdict changes", () => {
    const names = (verdict: Parameters<typeof ruled>[0], family: Parameters<typeof ruled>[1]) =>
      ruled(verdict, family, "", { player: 1, kind: "push" }).map((one) => one.do);
    expect(names("stands", "pool")).toEqual(["rule_protest"]);
    expect(names("replay", "carom")).toEqual(["replay_shot", "rule_protest"]);
    expect(names("foul", "pool")).toEqual(["award_foul", "rule_protest"]);
    expect(names("foul", "carom")).toEqual(["call_foul", "rule_protest"]);
    expect(names("no_foul", "pyramid")).toEqual(["cancel_foul", "rule_protest"]);
  });

  it("has no verdict that the game does not know", () => {
    expect(verdictsOf("darts")).toEqual(["stands", "replay"]);
    expect(verdictsOf("pool")).not.toContain("no_foul");
    expect(verdictsOf("pyramid")).toContain("no_foul");
  });
});

describe("whose acts somebody has", () => {
  const ana = { name: "Ana", role: "player", seat: 0, owner: true } as const;
  const bo = { name: "Bo", role: "player", seat: 1 } as const;

  it("are those of his seat, and of an owner while no official is there", () => {
    expect(rankOf([ana, bo], { name: "Ana", role: "player", seat: 0 })).toBe("referee");
    expect(rankOf([ana, bo], { name: "Bo", role: "player", seat: 1 })).toBe("player");
    expect(rankOf([{ ...ana, owner: false }, bo], { name: "Ana", role: "player", seat: 0 })).toBe("player");
    const eve = { name: "Eve", role: "spectator", owner: true } as const;
    expect(rankOf([bo, eve], { name: "Eve", role: "spectator", seat: null })).toBe("director");
    expect(rankOf([bo, eve], { name: "Max", role: "spectator", seat: null })).toBe("spectator");
    const referee = { name: "Rex", role: "referee" } as const;
    expect(rankOf([ana, bo, referee], { name: "Ana", role: "player", seat: 0 })).toBe("player");
    expect(rankOf([ana, bo, referee], { name: "Rex", role: "referee", seat: null })).toBe("referee");
  });
});
