import { describe, expect, test } from "vitest";
import { cheapPasswords, environmentOf, testApp } from "#test/app.ts";
import { runScript } from "#test/processes.ts";
import { loadDemo } from "./demo.ts";

describe("npm run demo", () => {
  test("removes the demo beside a running server and refuses anything else with 2", async () => {
    const app = await testApp("sqlite");
    await loadDemo({ database: app.database, files: app.files, hashPassword: cheapPasswords.hash });
    expect((await app.send("GET /api/songs")).json()).not.toEqual([]);
    const run = (...args: string[]) => runScript("scripts/demo.ts", args, environmentOf(app));
    const wrong = await run("load");
    expect(wrong.code).toBe(2);
    expect(wrong.out + wrong.err).toContain("Cách dùng");
    expect(await run("remove")).toEqual({
      code: 0,
      out: expect.stringMatching(/^Đã gỡ \d+ bài hát, 8 thể loại, 4 gói Premium và 2 liên hệ mẫu\.\n$/),
      err: "",
    });
    expect((await app.send("GET /api/songs")).json()).toEqual([]);
  });
});
