import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import { makeUser } from "#test/factories.ts";
import { toApiError } from "./errors.ts";

const coded = (code: string) => Object.assign(new Error("x"), { code });

describe("the reply to an error", () => {
  test.each([
    [new ApiError("conflict", "Đã có"), 409],
    [coded("ECONNREFUSED"), 503],
    [Object.assign(coded("ENOTFOUND"), { syscall: "getaddrinfo" }), 503],
    [Object.assign(coded("ENOENT"), { syscall: "connect" }), 503],
    [Object.assign(coded("ENOENT"), { syscall: "open" }), 500],
    [coded("57P01"), 503],
    [coded("08006"), 503],
    [coded("SQLITE_BUSY"), 503],
    [new Error("Connection terminated unexpectedly"), 503],
    [coded("FST_ERR_CTP_BODY_TOO_LARGE"), 413],
    [coded("42P01"), 500],
    [new Error("select secret from passwords"), 500],
    ["a string", 500],
    [undefined, 500],
  ])("to %s has status %i", (error, status) => {
    const apiError = toApiError(error);
    expect(apiError.status).toBe(status);
    expect(JSON.stringify(apiError.detail)).not.toContain("secret");
  });
});

onBothEngines((engine) => {
  test("maps violated constraints to 409 and a faulty statement to 500", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const twice = await makeUser(app, { email_key: user.email_key }).catch((error: unknown) => error);
    expect(toApiError(twice).status).toBe(409);
    const orphan = await app.db
      .insertInto("song_likes")
      .values({ song_id: 4242, user_id: user.id, created_at: user.created_at })
      .execute()
      .catch((error: unknown) => error);
    expect(toApiError(orphan).status).toBe(409);
    const faulty = await sql`select * from nowhere`.execute(app.db).catch((error: unknown) => error);
    expect(toApiError(faulty).status).toBe(500);
  });
});
