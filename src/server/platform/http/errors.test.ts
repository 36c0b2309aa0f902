import { sql } from "kysely";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import { adminToken, makeUser } from "#test/factories.ts";
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
    [coded("SQLITE_FULL"), 503],
    [coded("SQLITE_IOERR_WRITE"), 503],
    [coded("ENOSPC"), 503],
    [coded("EDQUOT"), 503],
    [coded("EIO"), 503],
    [coded("53100"), 503],
    [coded("58030"), 503],
    [coded("40001"), 503],
    [coded("40P01"), 503],
    [new Error("Connection terminated unexpectedly"), 503],
    [coded("FST_ERR_CTP_BODY_TOO_LARGE"), 413],
    [Object.assign(new Error("x"), { statusCode: 412 }), 412],
    [Object.assign(new Error("x"), { statusCode: 400 }), 422],
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

describe("a full disk", () => {
  test("answers 503 with Retry-After and logs its cause, though SQLite has rolled back by itself", async () => {
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line) => lines.push(line) });
    const app = await testApp("sqlite", {}, { log });
    const token = await adminToken(app);
    const pages = (await sql<{ page_count: number }>`pragma page_count`.execute(app.db)).rows[0]?.page_count ?? 0;
    await sql.raw(`pragma max_page_count = ${pages}`).execute(app.db);
    const create = (name: string) =>
      app.send("POST /api/categories", { token, json: { name, description: "x".repeat(900) } });
    let answer = await create("Đầu tiên");
    for (let i = 0; i < 200 && answer.statusCode === 201; i += 1) answer = await create(`Thể loại ${i}`);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("5");
    expect(lines.join("")).toContain("database or disk is full");
    expect(lines.join("")).toContain("SQLITE_FULL");
    expect(lines.join("")).not.toContain("no transaction is active");
    const read = await app.send("GET /api/categories");
    expect(read.statusCode).toBe(200);
    await sql.raw(`pragma max_page_count = ${pages + 1000}`).execute(app.db);
    expect((await create("Sau cùng")).statusCode).toBe(201);
  });
});

test("a full disk of PostgreSQL answers 503 with Retry-After and logs its cause", async () => {
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line) => lines.push(line) });
  const app = await testApp("postgres", {}, { log });
  const token = await adminToken(app);
  await sql`create function fill_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(app.db);
  await sql`create trigger full_disk before insert on categories execute function fill_disk()`.execute(app.db);
  const answer = await app.send("POST /api/categories", { token, json: { name: "Đầu tiên" } });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBe("5");
  expect(lines.join("")).toContain("could not extend file");
  await sql`drop trigger full_disk on categories`.execute(app.db);
  await sql`drop function fill_disk`.execute(app.db);
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
