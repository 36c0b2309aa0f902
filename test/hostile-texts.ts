/** Texts on which a careless rule takes very long, and the places of the contract that accept text. */
import type { z } from "zod";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";

const starts = ["", "a@", "@", "https://", "/uploads/audio/", "a."];
const fillings = [".", "a", "@", " ", "/", "-", "1", "\u2022", "a.", ".a", "\u00e0", "\t\n"];
const ends = ["", "@", "!", " x"];

/** @param length characters of each text. */
export function hostileTexts(length: number): string[] {
  return starts.flatMap((start) =>
    fillings.flatMap((filling) =>
      ends.map((end) => start + filling.repeat((length - start.length - end.length) / filling.length) + end),
    ),
  );
}

export interface TextPlace {
  /** `POST /api/songs.title` */
  name: string;
  key: keyof typeof api;
  part: "params" | "query" | "body";
  schema: z.ZodType;
  /** Puts a value at this place of the whole schema's value. */
  wrap: (value: unknown) => unknown;
}

type Found = Pick<TextPlace, "name" | "wrap">;

/** Finds every place of a schema that a caller can fill with text. */
function placesIn(name: string, schema: z.ZodType, wrap: TextPlace["wrap"]): Found[] {
  const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } };
  const inner = (key: string) => placesIn(name, def[key] as z.ZodType, wrap);
  switch (def.type) {
    case "object":
      return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([field, part]) =>
        placesIn(`${name}.${field}`, part, (value) => wrap({ [field]: value })),
      );
    case "array":
      return placesIn(`${name}[]`, def.element as z.ZodType, (value) => wrap([value]));
    case "optional":
    case "nullable":
    case "default":
      return inner("innerType");
    case "pipe":
      return inner("in");
    default:
      return [{ name, wrap }];
  }
}

const parts = ["params", "query", "body"] as const;

/** Every place of the contract; the fields of multipart bodies are read by other code. */
export const textPlaces: readonly TextPlace[] = Object.entries<Endpoint>(api).flatMap(([key, endpoint]) =>
  parts.flatMap((part) => {
    const schema = part === "body" && endpoint.bodyType === "multipart" ? undefined : endpoint[part];
    if (!schema) return [];
    return placesIn(key, schema, (value) => value).map((place) => ({
      ...place,
      key: key as keyof typeof api,
      part,
      schema,
    }));
  }),
);
