import { describe, expect, it } from "vitest";

import { invitationTo, parse } from "../src/links";

describe("links to the seats of officials", () => {
  it.each(["referee", "director"] as const)("lead to the seat of the %s", (office) => {
    expect(parse("/", `#/${office}/Ab-3_xYz`)).toEqual({ name: "room", office, invite: "Ab-3_xYz" });
  });

  it.each(["#/umpire/Ab-3_xYz", "#/referee/", "#/referee/a b", "#/referee/x", "#/referee/Ab3xYz/more"])("%s is none", (hash) => {
    expect(parse("/", hash)).toEqual({ name: "lobby" });
  });

  it("take a whole link or its bare code, and the link says which seat", () => {
    expect(invitationTo("referee", " Ab-3_xYz ")).toEqual({ office: "referee", invite: "Ab-3_xYz" });
    expect(invitationTo("referee", "https://hall.example/#/director/Ab-3_xYz")).toEqual({ office: "director", invite: "Ab-3_xYz" });
  });

  it("take nothing else", () => {
    for (const pasted of ["", "  ", "no", "https://hall.example/#/room/Ab-3_xYz"]) expect(invitationTo("referee", pasted)).toBeNull();
  });
});

describe("a link to one's boards", () => {
  it("leads there", () => {
    expect(parse("/", "#/boards")).toEqual({ name: "boards" });
    expect(parse("/", "#/boards/")).toEqual({ name: "boards" });
    expect(parse("/", "#/boardsx")).toEqual({ name: "lobby" });
  });
});
