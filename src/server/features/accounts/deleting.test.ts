import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { tableKeys } from "#server/platform/db/tables.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { makeSong, makeUser, password } from "#test/factories.ts";

/** The statements that the operations guide gives to delete a user's account. */
function statements(): string[] {
  const guide = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
  const block = /```\nbegin;\n(.*?)commit;\n```/s.exec(guide)?.[1] ?? "";
  return block.split(";\n").filter((statement) => statement !== "");
}

/** Returns the rows of all tables by table name. */
async function allRows({ db }: TestApp): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const { name } of tableKeys) tables[name] = await db.selectFrom(name).selectAll().execute();
  return tables;
}

/** Listens to a song, likes it, and stays logged in. */
async function useAll(app: TestApp, username: string, song: number): Promise<void> {
  const json = { username, password };
  const { access_token: token } = (await app.send("POST /api/user/login-json", { json })).json();
  for (const what of ["play", "like"] as const) {
    expect((await app.send(`POST /api/songs/${song}/${what}`, { token })).statusCode).toBe(200);
  }
}

onBothEngines((engine) => {
  it("the guide's statements delete all of one account but the counts", async () => {
    const app = await testApp(engine);
    const song = await makeSong(app);
    const other = await makeUser(app);
    await useAll(app, other.username, song.id);
    const before = await allRows(app);
    await makeUser(app, { username: "lan", email: "Lan@example.com", email_key: "lan@example.com" });
    await useAll(app, "lan", song.id);
    await app.db.transaction().execute(async (tx) => {
      for (const statement of statements()) await sql.raw(statement).execute(tx);
    });
    const after = await allRows(app);
    expect(after.songs).toMatchObject([{ play_count: 2, likes_count: 1 }]);
    for (const counts of ["songs", "song_play_days"]) expect(after[counts]).toHaveLength(before[counts]?.length ?? -1);
    expect({ ...after, songs: null, song_play_days: null }).toEqual({ ...before, songs: null, song_play_days: null });
  });
});
