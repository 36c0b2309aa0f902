import { describe, expect, it } from "vitest";
import { type Carousel, type CarouselAction, carouselReducer, initialCarousel, stepOfSwipe } from "./carousel.ts";

const after = (actions: CarouselAction[], count = 8, from: Carousel = initialCarousel) =>
  actions.reduce((carousel, action) => carouselReducer(carousel, action, count), from);

describe("carouselReducer", () => {
  it("starts at the first slide, playing", () => {
    expect(initialCarousel).toEqual({ index: 0, direction: 0, isManual: false, playing: true, holds: [] });
  });

  it("advances by the timer, from the last slide to the first", () => {
    expect(after([{ type: "elapsed", since: 0 }])).toMatchObject({ index: 1, direction: 1, isManual: false });
    expect(after([{ type: "elapsed", since: 7 }], 8, { ...initialCarousel, index: 7 })).toMatchObject({
      index: 0,
      direction: 1,
    });
  });

  it("ignores a timer that was started for another slide", () => {
    expect(
      after([
        { type: "step", by: 1 },
        { type: "elapsed", since: 0 },
      ]),
    ).toMatchObject({ index: 1, isManual: true });
  });

  it("continues from the last slide when the list became shorter", () => {
    const lastOfEight = { ...initialCarousel, index: 7 };
    expect(after([{ type: "elapsed", since: 2 }], 3, lastOfEight)).toMatchObject({ index: 0, direction: 1 });
    expect(after([{ type: "step", by: -1 }], 3, lastOfEight)).toMatchObject({ index: 1, direction: -1 });
    expect(after([{ type: "show", index: 1 }], 3, lastOfEight)).toMatchObject({ index: 1, direction: -1 });
  });

  it("steps in both directions and wraps around", () => {
    expect(after([{ type: "step", by: -1 }])).toMatchObject({ index: 7, direction: -1, isManual: true });
    expect(
      after([
        { type: "step", by: -1 },
        { type: "step", by: 1 },
      ]),
    ).toMatchObject({ index: 0, direction: 1 });
    expect(after([{ type: "step", by: -1 }], 2)).toMatchObject({ index: 1, direction: -1 });
  });

  it("shows a slide by its index, with the direction towards it", () => {
    expect(after([{ type: "show", index: 5 }])).toMatchObject({ index: 5, direction: 1, isManual: true });
    expect(
      after([
        { type: "show", index: 5 },
        { type: "show", index: 2 },
      ]),
    ).toMatchObject({ index: 2, direction: -1 });
    expect(after([{ type: "show", index: 0 }])).toBe(initialCarousel);
  });

  it("resets isManual when the timer advances", () => {
    expect(
      after([
        { type: "step", by: 1 },
        { type: "elapsed", since: 1 },
      ]).isManual,
    ).toBe(false);
  });

  it("keeps each hold until its own release", () => {
    const state = after([
      { type: "hold", hold: "pointer" },
      { type: "hold", hold: "focus" },
      { type: "hold", hold: "focus" },
      { type: "release", hold: "pointer" },
    ]);
    expect(state.holds).toEqual(["focus"]);
    expect(after([{ type: "release", hold: "focus" }], 8, state).holds).toEqual([]);
  });

  it("clears the holds when it plays, keeps them when it pauses", () => {
    const paused = after([{ type: "hold", hold: "focus" }, { type: "toggle" }]);
    expect(paused).toMatchObject({ playing: false, holds: ["focus"] });
    expect(after([{ type: "toggle" }], 8, paused)).toMatchObject({ playing: true, holds: [] });
  });
});

describe("stepOfSwipe", () => {
  it("needs 50 pixels, to the left for the next and to the right for the previous slide", () => {
    expect(stepOfSwipe(-50, 0)).toBe(1);
    expect(stepOfSwipe(50, 0)).toBe(-1);
    expect(stepOfSwipe(-49, 0)).toBeUndefined();
    expect(stepOfSwipe(49, 0)).toBeUndefined();
  });

  it("returns undefined for a mainly vertical swipe", () => {
    expect(stepOfSwipe(-60, 80)).toBeUndefined();
    expect(stepOfSwipe(-60, -60)).toBeUndefined();
    expect(stepOfSwipe(-60, 40)).toBe(1);
  });
});
