import { describe, expect, it } from "vitest";
import { hostileTexts, textPlaces } from "#test/hostile-texts.ts";
import { contactLink, contactTypes } from "./contact-link.ts";
import { emailPattern } from "./email.ts";

/** Far beyond every length of the contract: a rule whose cost grows with the square needs seconds, a linear one milliseconds. */
const length = 100_000;
const limitMs = 500;

const texts = hostileTexts(length);

/** Milliseconds of the fastest of three runs; a fast first one is enough. */
function fastest(run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3 && best > limitMs; n++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function expectLinear(check: (text: string) => unknown): void {
  for (const text of texts) {
    const ms = fastest(() => void check(text));
    expect(ms, `${JSON.stringify(text.slice(0, 20))}…${JSON.stringify(text.slice(-5))}`).toBeLessThan(limitMs);
  }
}

describe("a text of 100,000 characters", () => {
  it.each(textPlaces)("is read in linear time as $name", ({ schema, wrap }) => {
    expectLinear((text) => schema.safeParse(wrap(text)));
  });

  it.each(contactTypes)("is read in linear time as a contact of type %s", (type) => {
    expectLinear((value) => contactLink({ type, value }));
  });

  it("does not match the e-mail pattern in more than linear time", () => {
    expectLinear((text) => emailPattern.test(text));
  });

  it("is tried in every text field of the forms", () => {
    expect(textPlaces.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "POST /api/user/register.email",
        "POST /api/songs.lyrics",
        "PUT /api/admin/config/song-pricing.features[]",
        "GET /api/songs.search",
        "PUT /api/admin/support/{id}.value",
      ]),
    );
  });
});
