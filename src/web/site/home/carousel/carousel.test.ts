import { describe, expect, it } from "vitest";
import { type Carousel, type Move, moved, started, turnOfSwipe } from "./carousel.ts";

const after = (moves: Move[], count = 8, from: Carousel = started) =>
  moves.reduce((carousel, move) => moved(carousel, move, count), from);

describe("moved", () => {
  it("begins at the first slide, playing", () => {
    expect(started).toEqual({ index: 0, came: 0, byHand: false, playing: true, holds: [] });
  });

  it("goes on with the clock, and from the last to the first", () => {
    expect(after([{ type: "elapsed", since: 0 }])).toMatchObject({ index: 1, came: 1, byHand: false });
    expect(after([{ type: "elapsed", since: 7 }], 8, { ...started, index: 7 })).toMatchObject({ index: 0, came: 1 });
  });

  it("passes over a clock that was wound for another slide", () => {
    expect(
      after([
        { type: "turn", by: 1 },
        { type: "elapsed", since: 0 },
      ]),
    ).toMatchObject({ index: 1, byHand: true });
  });

  it("goes on from the last slide where the one it showed is gone", () => {
    const shrunk = { ...started, index: 7 };
    expect(after([{ type: "elapsed", since: 2 }], 3, shrunk)).toMatchObject({ index: 0, came: 1 });
    expect(after([{ type: "turn", by: -1 }], 3, shrunk)).toMatchObject({ index: 1, came: -1 });
    expect(after([{ type: "show", index: 1 }], 3, shrunk)).toMatchObject({ index: 1, came: -1 });
  });

  it("turns both ways by hand, past both ends", () => {
    expect(after([{ type: "turn", by: -1 }])).toMatchObject({ index: 7, came: -1, byHand: true });
    expect(
      after([
        { type: "turn", by: -1 },
        { type: "turn", by: 1 },
      ]),
    ).toMatchObject({ index: 0, came: 1 });
    expect(after([{ type: "turn", by: -1 }], 2)).toMatchObject({ index: 1, came: -1 });
  });

  it("shows a slide by its place, coming from its side", () => {
    expect(after([{ type: "show", index: 5 }])).toMatchObject({ index: 5, came: 1, byHand: true });
    expect(
      after([
        { type: "show", index: 5 },
        { type: "show", index: 2 },
      ]),
    ).toMatchObject({ index: 2, came: -1 });
    expect(after([{ type: "show", index: 0 }])).toBe(started);
  });

  it("knows the hand from the clock again when the clock goes on", () => {
    expect(
      after([
        { type: "turn", by: 1 },
        { type: "elapsed", since: 1 },
      ]).byHand,
    ).toBe(false);
  });

  it("is held by each cause by itself", () => {
    const held = after([
      { type: "hold", hold: "pointer" },
      { type: "hold", hold: "focus" },
      { type: "hold", hold: "focus" },
      { type: "release", hold: "pointer" },
    ]);
    expect(held.holds).toEqual(["focus"]);
    expect(after([{ type: "release", hold: "focus" }], 8, held).holds).toEqual([]);
  });

  it("plays at once when asked to, whatever holds it; a pause leaves what holds it", () => {
    const paused = after([{ type: "hold", hold: "focus" }, { type: "toggle" }]);
    expect(paused).toMatchObject({ playing: false, holds: ["focus"] });
    expect(after([{ type: "toggle" }], 8, paused)).toMatchObject({ playing: true, holds: [] });
  });
});

describe("turnOfSwipe", () => {
  it("takes 50 pixels, to the left for the next and to the right for the one before", () => {
    expect(turnOfSwipe(-50, 0)).toBe(1);
    expect(turnOfSwipe(50, 0)).toBe(-1);
    expect(turnOfSwipe(-49, 0)).toBeUndefined();
    expect(turnOfSwipe(49, 0)).toBeUndefined();
  });

  it("leaves what goes more up or down than sideways", () => {
    expect(turnOfSwipe(-60, 80)).toBeUndefined();
    expect(turnOfSwipe(-60, -60)).toBeUndefined();
    expect(turnOfSwipe(-60, 40)).toBe(1);
  });
});
