/** The record of an endpoint, and the types that server and browser derive from it. */
import { z } from "zod";
import vi from "zod/v4/locales/vi.js";
import type { ErrorCode } from "./errors.ts";
import { orderSearchLength } from "./order-search.ts";
import { phoneSearch } from "./phone.ts";

// Messages that no schema sets are Vietnamese too.
z.config(vi());

/** Roles of token holders; a supervisor is a staff member as well, an accountant has an administrator's account and no other right of one. */
export const roles = ["user", "staff", "supervisor", "admin", "accountant"] as const;
export type Role = (typeof roles)[number];

/** Callers that are allowed: all, or those who have one of the roles. */
export type Access = "public" | readonly [Role, ...Role[]];
/** The roles of an endpoint's callers; never for a public one. */
export type RoleOf<E extends Endpoint> = Extract<E["access"], readonly Role[]>[number];

/** Tokens are of three kinds: a supervisor has a staff member's, an accountant an administrator's. */
export type TokenKind = "user" | "admin" | "staff";
export type TokenKindOf<R extends Role> = R extends "supervisor" ? "staff" : R extends "accountant" ? "admin" : R;

/** Returns the kind of token that a role comes with. */
export function tokenKindOf(role: Role): TokenKind {
  if (role === "supervisor") return "staff";
  return role === "accountant" ? "admin" : role;
}

/**
 * A rate limit by its name; the numbers live in the server's `rate-limits.ts`. All of them count by the client's address. `read` and
 * `page` count what visitors read past the caches, whatever the record says.
 */
export type RateLimit =
  | { name: "form" | "play" | "download" | "read" | "page" | "webhook" | "wrong_signature" }
  /** Counts by account as well; `key` is the field of the body that names it, `account` its kind. */
  | { name: "login"; key: string; account: TokenKind }
  /** Counts like a login of the caller: for endpoints that check the password again. */
  | { name: "password" };

/** Bytes that a body may have. */
export const defaultBodyLimit = 64 * 1024;
/** For lyrics and settings: a letter may take 6 bytes in JSON. */
export const largeBodyLimit = 1024 * 1024;

export const fileKinds = ["audio", "image", "recording"] as const;
export type FileKind = (typeof fileKinds)[number];

/** A file of a multipart body, at most one of each name. Its content decides what it is, not its name or declared type. */
export interface FileField {
  kind: FileKind;
  maxBytes: number;
  /** Message for a file of more bytes. */
  tooLarge: string;
  /** Message for a file of another kind. */
  wrongType: string;
  /** Message where only the disk's reserve is left; without one the file may use the reserve. */
  noRoom?: string;
  /** Message for a missing file; without one the file may be missing. */
  missing?: string;
}
type FileFields = Readonly<Record<string, FileField>>;

/** A value for each file of a record, optional where the file may be missing. */
export type PerFile<F, T> = { [K in keyof F as F[K] extends { missing: string } ? K : never]: T } & {
  [K in keyof F as F[K] extends { missing: string } ? never : K]?: T;
};
type FilesOf<E extends Endpoint> = E["files"] extends FileFields ? E["files"] : Record<never, FileField>;
/** The files that come with a request. */
export type Files<E extends Endpoint, T> = PerFile<FilesOf<E>, T>;

export interface Endpoint {
  access: Access;
  summary: string;
  tag: string;
  /** Asked by machines every few seconds: what it refuses with 503 is logged when it changes, by its handler. */
  isPolled?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Encoding of the body. A `form` is url-encoded or multipart without files. The fields of a `form` and of a `multipart` body are texts. */
  bodyType?: "json" | "form" | "multipart";
  /** Bytes that a body may have, when `defaultBodyLimit` is too small; the files of a `multipart` body have limits of their own. */
  bodyLimit?: number;
  /** The files of a `multipart` body. */
  files?: FileFields;
  reply: z.ZodType;
  /**
   * The response: JSON by default; a `download` is a file to save; `events` is a stream of server-sent events, each with data that `reply`
   * describes.
   */
  replyType?: "json" | "download" | "events";
  /** Content type of a download. */
  contentType?: string;
  status?: 200 | 201 | 204;
  rateLimit?: RateLimit;
  /** Errors of its own rules, beside those that its other fields tell: for its documentation. */
  errors?: readonly ErrorCode[];
  /**
   * Whether the caller must have confirmed password and code within the last minutes (`POST /api/account/confirmation`): always, or when the
   * body sets one of these fields. Without it the answer is a 403 with the reason `confirmation_required`.
   */
  confirmed?: true | readonly string[];
  /**
   * Fields of the body by their keys in an object that stands for the `detail` of their 422, as the specification has it for customers'
   * data of orders.
   */
  detailKeys?: Readonly<Record<string, string>>;
  /** Responses have `X-Total-Count`: the number of rows before skip and limit. */
  counted?: boolean;
}

/** Keys are `METHOD /path/{id}`. */
export type Endpoints = Record<`${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`, Endpoint>;

type Output<T> = T extends z.ZodType ? z.output<T> : Record<never, never>;
type Scalar = string | number | boolean | undefined;

/** Validated input of a handler. */
export interface Input<E extends Endpoint> {
  params: Output<E["params"]>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
}
export type Reply<E extends Endpoint> = z.output<E["reply"]>;

type Part<K extends string, T, V> = T extends z.ZodType ? { [P in K]: V } : { [P in K]?: undefined };
type Optional<T> = Record<never, never> extends T ? true : false;
/** Input of a call: path and query values as plain scalars, the body as the schema's input. */
export type CallInput<E extends Endpoint> = Part<
  "params",
  E["params"],
  E["params"] extends z.ZodType ? { [K in keyof z.input<E["params"]>]: string | number } : never
> &
  (E["query"] extends z.ZodType ? { query?: { [K in keyof z.input<E["query"]>]?: Scalar } } : { query?: undefined }) &
  (E["bodyType"] extends "multipart"
    ? { body: (E["body"] extends z.ZodType ? z.input<E["body"]> : unknown) & Files<E, Blob> }
    : E["body"] extends z.ZodType
      ? { body: z.input<E["body"]> }
      : { body?: undefined });
export type InputRequired<E extends Endpoint> = Optional<CallInput<E>>;

/** Schema of a whole number in a path or query. Refuses signs, fractions, exponents and blanks. */
export function wholeNumber(min: number, max: number, message: string) {
  return z
    .string()
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .refine((n) => n >= min && n <= max, message)
    .meta({ type: "integer", minimum: min, maximum: max });
}

/** `true`/`false` (or `1`/`0`) in a query. */
export const flag = z
  .enum(["true", "false", "1", "0"], "Giá trị phải là true hoặc false")
  .transform((value) => value === "true" || value === "1");

/** The id in a path. */
export const IdParams = z.object({ id: wholeNumber(1, Number.MAX_SAFE_INTEGER, "Mã không hợp lệ") });

/** An id in a JSON body. */
export const Id = z.int("Mã không hợp lệ").min(1, "Mã không hợp lệ");

/** A time: ISO 8601 in UTC with `Z`. */
export const Time = z.string().meta({ format: "date-time" });

export const maxLimit = 100;

/** `skip` and `limit` of lists. */
export const paging = {
  skip: wholeNumber(0, 1_000_000_000, "skip phải là số nguyên không âm").default(0),
  limit: wholeNumber(1, maxLimit, `limit phải từ 1 đến ${maxLimit}`).default(20),
};

/** `search`, trimmed; a blank one counts as none. */
export const searchText = z
  .string()
  .max(200, "Từ khóa tìm kiếm quá dài")
  .transform((text) => text.trim() || undefined)
  .optional();

/** `search` in a list with phone numbers: a whole number is found in every way of writing it. */
export const phoneOrText = searchText
  .transform((text) => (text === undefined ? undefined : phoneSearch(text)))
  .optional();

/** `search` in a list with codes of transfers: any text, such as a line of a bank; `readOrderSearch` tells what it looks for. */
export const transferSearch = z
  .string()
  .max(orderSearchLength, "Từ khóa tìm kiếm quá dài")
  .transform((text) => text.trim() || undefined)
  .optional();

/** Reply of endpoints that count. */
export const Total = z.object({ total: z.int() });

/** Reply of downloads. */
export const Binary = z.string().meta({ format: "binary" });

/** Reply of endpoints without data. */
export const Done = z.object({ success: z.literal(true) });
