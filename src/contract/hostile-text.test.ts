import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { api } from "./api.ts";
import { contactLink } from "./contact-link.ts";
import { emailPattern } from "./email.ts";
import type { Endpoint } from "./endpoint.ts";
import { contactTypes } from "./support.ts";

/** Far beyond every length of the contract: a rule whose cost grows with the square needs seconds, a linear one milliseconds. */
const length = 100_000;
const limitMs = 500;

const starts = ["", "a@", "@", "https://", "/uploads/audio/", "a."];
const fillings = [".", "a", "@", " ", "/", "-", "1", "\u2022", "a.", ".a", "\u00e0", "\t\n"];
const ends = ["", "@", "!", " x"];
const texts = starts.flatMap((start) =>
  fillings.flatMap((filling) =>
    ends.map((end) => start + filling.repeat((length - start.length - end.length) / filling.length) + end),
  ),
);

interface Place {
  name: string;
  schema: z.ZodType;
  /** Puts a value at this place of the whole schema's value. */
  wrap: (value: unknown) => unknown;
}

/** Finds every place of a schema that a caller can fill with text. */
function places(name: string, schema: z.ZodType, wrap: Place["wrap"], whole: z.ZodType): Place[] {
  const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } };
  const inner = (key: string) => places(name, def[key] as z.ZodType, wrap, whole);
  switch (def.type) {
    case "object":
      return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([field, part]) =>
        places(`${name}.${field}`, part, (value) => wrap({ [field]: value }), whole),
      );
    case "array":
      return places(`${name}[]`, def.element as z.ZodType, (value) => wrap([value]), whole);
    case "optional":
    case "nullable":
    case "default":
      return inner("innerType");
    case "pipe":
      return inner("in");
    default:
      return [{ name, schema: whole, wrap }];
  }
}

const everyPlace = Object.entries<Endpoint>(api).flatMap(([key, { params, query, body, bodyType }]) =>
  [params, query, bodyType === "multipart" ? undefined : body].flatMap((schema) =>
    schema ? places(key, schema, (value) => value, schema) : [],
  ),
);

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
  it.each(everyPlace)("is read in linear time as $name", ({ schema, wrap }) => {
    expectLinear((text) => schema.safeParse(wrap(text)));
  });

  it.each(contactTypes)("is read in linear time as a contact of type %s", (type) => {
    expectLinear((value) => contactLink({ type, value }));
  });

  it("does not match the e-mail pattern in more than linear time", () => {
    expectLinear((text) => emailPattern.test(text));
  });

  it("is tried in every text field of the forms", () => {
    expect(everyPlace.map(({ name }) => name)).toEqual(
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
