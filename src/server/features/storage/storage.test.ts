import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { maskedSecret, storageFieldsMissing } from "#contract/storage.ts";
import { environmentOf, onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeFile, userToken } from "#test/factories.ts";
import { runScript } from "#test/processes.ts";
import { startS3 } from "#test/s3.ts";
import { type S3Options, settingsOf } from "#test/s3-server.ts";
import { openBucket } from "./bucket.ts";

const path = "/api/admin/config/cloudflare-r2";
const testPath = `${path}/test-connection`;
const here = { ALLOW_PRIVATE_STORAGE: "1" };

const r2 = {
  account_id: "0123456789abcdef",
  access_key_id: "AKIDEXAMPLE",
  secret_access_key: "a/secret+key",
  bucket_name: "nhac",
  private_bucket_name: "",
  endpoint_url: "",
  public_url: "https://cdn.example.com/",
  region: "",
};
const shown = {
  ...r2,
  version: expect.any(String),
  secret_access_key: maskedSecret,
  public_url: "https://cdn.example.com",
  region: "auto",
  status: { state: "ready", stored_files: 0, stuck_files: 0, problem: null },
};
const off = {
  version: expect.any(String),
  account_id: "",
  access_key_id: "",
  secret_access_key: "",
  bucket_name: "ngan-nga",
  private_bucket_name: "",
  endpoint_url: "",
  public_url: "",
  region: "auto",
  status: { state: "off", stored_files: 0, stuck_files: 0, problem: null },
};

test("remove fails for an object that stays and frees the connection", async () => {
  const s3 = await startS3();
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = settingsOf(s3);
  const bucket = openBucket(
    { endpoint: s3.url, region: "auto", name: "music", accessKeyId, secretAccessKey },
    { allowPrivate: true, idleMs: 60_000 },
  );
  const content = Buffer.alloc(20_000_000);
  s3.buckets.get("music")?.set("audio/a.wav", { body: content, contentType: "audio/wav", cacheControl: undefined });
  s3.fault = { kind: "keep" };
  await expect(bucket.remove("audio/a.wav")).rejects.toThrow("Dịch vụ lưu trữ từ chối yêu cầu");
  // One that is free the service closes by itself after five seconds.
  await vi.waitFor(async () => expect(await s3.connections()).toBe(0), { timeout: 120_000 });
  bucket.close();
});

async function savedRow(app: TestApp): Promise<string> {
  const row = await app.db.selectFrom("settings").select("value").where("key", "=", "cloudflare_r2").executeTakeFirst();
  return row?.value ?? "";
}

onOneEngine((engine) => {
  test("the settings need an administrator", async () => {
    const app = await testApp(engine);
    for (const [token, status] of [
      [undefined, 401],
      ["wrong", 401],
      [await userToken(app, { premium: true }), 403],
    ] as const) {
      for (const call of [`GET ${path}`, `PUT ${path}`, `POST ${testPath}`] as const) {
        expect((await app.send(call, { token, ...(call.startsWith("GET") ? {} : { json: {} }) })).statusCode).toBe(
          status,
        );
      }
    }
  });

  test("the settings are off at first, stored encrypted and read back masked", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    expect((await app.send(`GET ${path}`, { token })).json()).toEqual(off);
    const answer = await app.send(`PUT ${path}`, { token, json: r2 });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual(shown);
    expect((await app.send(`GET ${path}`, { token })).json()).toEqual(shown);
    const row = await savedRow(app);
    expect(row).toContain("0123456789abcdef");
    for (const secret of [r2.secret_access_key, r2.access_key_id]) expect(row).not.toContain(secret);
    const trail = await app.db.selectFrom("audit_log").select(["action", "entity", "summary"]).orderBy("id").execute();
    expect(trail).toEqual([
      { action: "update", entity: "settings", summary: expect.stringMatching(/^Kho lưu trữ file \(/) },
    ]);
    expect(JSON.stringify(trail)).not.toMatch(
      new RegExp(`${r2.access_key_id}|${r2.secret_access_key.replace("+", "\\+")}`),
    );
  });

  test("another SECRET_KEY makes the keys unreadable until they are saved again", async () => {
    const first = await testApp(engine);
    const token = await adminToken(first);
    await first.send(`PUT ${path}`, { token, json: r2 });
    await first.close();
    const app = await testApp(engine, { SECRET_KEY: "another secret key" }, { beside: first });
    const answer = await app.send(`GET ${path}`, { token });
    expect(answer.statusCode).toBe(200);
    const { status, ...config } = answer.json();
    expect(status).toMatchObject({ state: "unreadable", problem: expect.stringContaining("SECRET_KEY") });
    expect(config).toMatchObject({ bucket_name: "nhac", access_key_id: "", secret_access_key: "" });
    expect(await app.storage.current()).toMatchObject({ state: "unreadable" });
    expect(
      (await app.send(`PUT ${path}`, { token, json: { ...r2, secret_access_key: maskedSecret } })).statusCode,
    ).toBe(422);
    const tested = await app.send(`POST ${testPath}`, { token, json: { ...r2, secret_access_key: maskedSecret } });
    expect(tested.statusCode).toBe(422);
    expect((await app.send(`PUT ${path}`, { token, json: r2 })).json()).toEqual(shown);
    expect((await app.send(`GET ${path}`, { token })).json().status.state).toBe("ready");
  });

  test("SECRET_KEY_OLD opens what was sealed until it is sealed anew, and verifies links", async () => {
    const first = await testApp(engine);
    const token = await adminToken(first);
    await first.send(`PUT ${path}`, { token, json: r2 });
    const audio = "audio/0123456789abcdef0123456789abcdef.mp3";
    await makeFile(first, { key: audio, visibility: "signed" });
    writeFileSync(first.store.pathOf(audio), "");
    const link = first.files.signedUrl(audio);
    await first.close();
    const oldKey = first.config.secrets.key.toString();

    const both = { SECRET_KEY: "another secret key", SECRET_KEY_OLD: oldKey };
    const app = await testApp(engine, both, { beside: first });
    expect((await app.send(`GET ${path}`, { token })).json()).toEqual(shown);
    expect((await app.send(`GET ${link}`)).statusCode).toBe(200);
    expect(app.files.signedUrl(audio)).not.toBe(link);
    const reseal = (env: Record<string, string>) =>
      runScript("scripts/admin.ts", ["reseal"], { ...environmentOf(app), ...env });
    const unreadable = await reseal({ SECRET_KEY: "a third key of nobody" });
    expect(unreadable).toMatchObject({ code: 1, err: expect.stringContaining("SECRET_KEY") });
    expect(await reseal(both)).toMatchObject({ code: 0, out: expect.stringContaining("Đã mã hóa lại") });
    await app.close();

    const later = await testApp(engine, { SECRET_KEY: both.SECRET_KEY }, { beside: first });
    expect((await later.send(`GET ${path}`, { token })).json()).toEqual(shown);
    expect((await later.send(`GET ${link}`)).statusCode).toBe(403);
  });

  test("a test reads no more than it wrote, whatever the service sends", async () => {
    const s3 = await startS3({ buckets: ["nhac"] });
    s3.fault = { kind: "endless", methods: ["GET"] };
    const app = await testApp(engine, here);
    const json = { ...settingsOf(s3), bucket_name: "nhac" };
    const answer = await app.send(`POST ${testPath}`, { token: await adminToken(app), json });
    expect(answer.json()).toMatchObject({ success: false, error: expect.stringContaining("khác với file đã ghi") });
    // The buffers of both ends of a connection, a few times.
    expect(s3.endlessBytes).toBeLessThan(64 * 1024 * 1024);
  });

  test("an unreadable stored document counts as never saved", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (const value of ["{rubbish", "null", "{}", "[1]"]) {
      await app.db.deleteFrom("settings").execute();
      const row = { key: "cloudflare_r2", value, updated_at: new Date().toISOString() };
      await app.db.insertInto("settings").values(row).execute();
      expect((await app.send(`GET ${path}`, { token })).json()).toEqual(off);
      await vi.waitFor(async () => expect(await app.storage.current()).toEqual({ state: "off" }), { timeout: 120_000 });
    }
    expect((await app.send(`PUT ${path}`, { token, json: r2 })).json()).toEqual(shown);
  });

  test("refuses wrong and missing fields", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (const [values, field] of [
      [{ account_id: "" }, "account_id"],
      [{ account_id: "a.evil.com/" }, "account_id"],
      [{ access_key_id: "" }, "access_key_id"],
      [{ access_key_id: "có dấu" }, "access_key_id"],
      [{ secret_access_key: "" }, "secret_access_key"],
      [{ secret_access_key: maskedSecret }, "secret_access_key"],
      [{ bucket_name: "" }, "bucket_name"],
      [{ bucket_name: "../x" }, "bucket_name"],
      [{ bucket_name: "a/b" }, "bucket_name"],
      [{ private_bucket_name: "nhac" }, "private_bucket_name"],
      [{ endpoint_url: "r2.example.com" }, "endpoint_url"],
      [{ endpoint_url: "ftp://r2.example.com" }, "endpoint_url"],
      [{ endpoint_url: "http://r2.example.com" }, "endpoint_url"],
      [{ endpoint_url: "https://user:pass@r2.example.com" }, "endpoint_url"],
      [{ public_url: "http://cdn.example.com" }, "public_url"],
      [{ public_url: "https://cdn.example.com/?x=1" }, "public_url"],
      [{ region: "a b" }, "region"],
      [{ bucket_name: 5 }, "bucket_name"],
    ] as const) {
      const answer = await app.send(`PUT ${path}`, { token, json: { ...r2, ...values } });
      expect(answer.statusCode, JSON.stringify(values)).toBe(422);
      expect(answer.json().errors[0].field).toBe(field);
    }
    expect(await savedRow(app)).toBe("");
    const elsewhere = { ...r2, account_id: "", endpoint_url: "https://s3.example.com/" };
    expect((await app.send(`PUT ${path}`, { token, json: elsewhere })).json().endpoint_url).toBe(
      "https://s3.example.com",
    );
  });

  describe("POST …/test-connection", () => {
    async function tried(values: Record<string, string>, options: S3Options = {}, env: Record<string, string> = here) {
      const app = await testApp(engine, env, { storageTimes: { connectMs: 2000, idleMs: 1500 } });
      const token = await adminToken(app);
      const s3 = await startS3(options);
      const run = async (more: Record<string, string> = {}) => {
        const json = settingsOf(s3, { ...values, ...more });
        const answer = await app.send(`POST ${testPath}`, { token, json });
        expect(answer.statusCode, answer.body).toBe(200);
        expect(answer.body).not.toContain(s3.secretAccessKey);
        return answer.json();
      };
      return { app, token, s3, run };
    }

    test("writes, reads and removes a small object", async () => {
      const { s3, run } = await tried({ private_bucket_name: "vault" }, { buckets: ["music", "vault"] });
      expect(await run()).toEqual({
        success: true,
        message: `Kết nối ${new URL(s3.url).host} thành công!`,
        error: null,
        details: expect.stringMatching(/^Đã ghi, đọc và xóa một file thử trong music và vault \(\d+,\d giây\)$/),
        troubleshooting: [],
      });
      for (const bucket of ["music", "vault"]) {
        const calls = s3.requests.filter((call) => call.includes(`/${bucket}/`)).map((call) => call.split(" ")[0]);
        expect(calls).toEqual(["PUT", "GET", "DELETE", "GET"]);
        expect(s3.keys(bucket)).toEqual([]);
      }
    });

    test("reports a public address that does not show the bucket's objects", async () => {
      const { s3, run } = await tried({}, { buckets: ["music", "other"], open: ["music", "other"] });
      expect(await run({ public_url: `${s3.url}/music` })).toMatchObject({ success: true, troubleshooting: [] });
      for (const [public_url, why] of [
        [`${s3.url}/other`, "HTTP 404"],
        [`${s3.url}/nothing`, "HTTP 403"],
        ["http://127.0.0.1:9", "Không kết nối được với máy chủ lưu trữ"],
        ["https://nowhere.invalid", "Không tìm thấy máy chủ của Public URL"],
      ] as const) {
        const answer = await run({ public_url });
        expect(answer.success, public_url).toBe(true);
        expect(answer.troubleshooting[0]).toContain(`Public URL chưa đọc được file thử (${why})`);
      }
      expect(s3.keys("music")).toEqual([]);
    });

    test("uses the stored secret for its mask", async () => {
      const { app, token, s3, run } = await tried({});
      await app.send(`PUT ${path}`, { token, json: settingsOf(s3) });
      expect(await run({ secret_access_key: maskedSecret })).toMatchObject({ success: true });
    });

    test.each([
      "account_id",
      "access_key_id",
      "secret_access_key",
      "bucket_name",
    ])("refuses a missing %s", async (field) => {
      const app = await testApp(engine);
      const answer = await app.send(`POST ${testPath}`, {
        token: await adminToken(app),
        json: { ...r2, [field]: " " },
      });
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toEqual({
        detail: storageFieldsMissing,
        errors: [{ field, message: storageFieldsMissing }],
      });
    });

    test.each<[string, Record<string, string>, S3Options, RegExp]>([
      ["Access Key ID không đúng", { access_key_id: "nobody" }, {}, /Access Key ID/],
      ["Secret Access Key không đúng", { secret_access_key: "wrong" }, {}, /Secret Access Key/],
      ["Không tìm thấy bucket", { bucket_name: "nothing" }, {}, /Bucket Name/],
      ["Không tìm thấy bucket", { private_bucket_name: "nothing" }, {}, /Bucket Name/],
      ["Khóa không có quyền với bucket này", {}, { allowed: ["GET"] }, /Object Read & Write/],
      ["Khóa không có quyền với bucket này", {}, { allowed: ["PUT", "DELETE"] }, /đọc, ghi và xóa/],
      ["Khóa không có quyền với bucket này", {}, { allowed: ["GET", "PUT"] }, /đọc, ghi và xóa/],
      ["Region không đúng với bucket này", {}, { region: "ap-southeast-1" }, /auto/],
      ["Đồng hồ của máy chủ này lệch quá nhiều", {}, { skewMs: 20 * 60_000 }, /NTP/],
      ["Không tìm thấy máy chủ của Endpoint URL", { endpoint_url: "https://nowhere.invalid" }, {}, /DNS/],
    ])("reports %s with advice", async (error, values, options, hint) => {
      const { run } = await tried(values, options);
      const answer = await run();
      expect(answer).toMatchObject({ success: false, message: "Kết nối thất bại", error });
      expect(answer.troubleshooting.join("\n")).toMatch(hint);
      expect(answer.details).toBeTypeOf("string");
    });

    test("reports a server that is missing, silent, broken, no S3 or changes objects", async () => {
      const { s3, run } = await tried({});
      const cases = [
        [{ kind: "hang" }, "Máy chủ lưu trữ không trả lời kịp"],
        [{ kind: "cut" }, "Không kết nối được với máy chủ lưu trữ"],
        [{ kind: "page", status: 405 }, "Máy chủ này không trả lời như một dịch vụ S3"],
        [{ kind: "page", status: 200 }, "File đọc lại khác với file đã ghi"],
        [{ kind: "fail", status: 500, code: "InternalError" }, "Dịch vụ lưu trữ đang gặp sự cố"],
        [{ kind: "lie", methods: ["PUT"] }, "File đọc lại khác với file đã ghi"],
        [{ kind: "lie", methods: ["GET"] }, "File đọc lại khác với file đã ghi"],
        [{ kind: "keep" }, "Dịch vụ lưu trữ từ chối yêu cầu"],
      ] as const;
      for (const [fault, error] of cases) {
        s3.fault = { ...fault } as NonNullable<typeof s3.fault>;
        expect(await run(), fault.kind).toMatchObject({ success: false, error });
        s3.fault = undefined;
      }
      expect(await run({ endpoint_url: "http://127.0.0.1:9" })).toMatchObject({
        error: "Không kết nối được với máy chủ lưu trữ",
      });
      const silent = createServer((socket) => socket.end("SSH-2.0-OpenSSH\r\n")).listen(0, "127.0.0.1");
      await new Promise((resolve) => silent.once("listening", resolve));
      const { port } = silent.address() as { port: number };
      const spoken = await run({ endpoint_url: `http://127.0.0.1:${port}` });
      expect(spoken).toMatchObject({ success: false, error: "Không kết nối được với máy chủ lưu trữ" });
      expect(await run({ endpoint_url: `https://127.0.0.1:${port}` })).toMatchObject({
        error: "Kết nối TLS với máy chủ lưu trữ thất bại",
      });
      silent.close();
      expect(await run()).toMatchObject({ success: true });
    });

    test("ends after its time limit although each step proceeds", async () => {
      const app = await testApp(engine, here, { storageTimes: { testMs: 500 } });
      const token = await adminToken(app);
      const s3 = await startS3();
      s3.fault = { kind: "slow", ms: 300 };
      const answer = await app.send(`POST ${testPath}`, { token, json: settingsOf(s3) });
      expect(answer.json()).toMatchObject({ success: false, error: "Máy chủ lưu trữ không trả lời kịp" });
    });

    test("refuses private addresses, plain http and redirects", async () => {
      const { s3, run } = await tried({}, {}, {});
      expect(await run()).toMatchObject({ success: false, error: "Địa chỉ phải bắt đầu bằng https://" });
      for (const host of ["127.0.0.1", "localhost", "[::1]", "169.254.169.254", "[::ffff:10.0.0.1]", "2130706433"]) {
        const answer = await run({ endpoint_url: `https://${host}:${s3.port}` });
        expect(answer, host).toMatchObject({
          success: false,
          error: "Endpoint URL trỏ đến một địa chỉ nội bộ",
          troubleshooting: expect.arrayContaining([expect.stringContaining("ALLOW_PRIVATE_STORAGE=1")]),
        });
      }
      expect(s3.requests).toEqual([]);
      const open = await tried({});
      const secret = await startS3();
      open.s3.fault = { kind: "redirect", to: `${secret.url}/music/x` };
      expect(await open.run()).toMatchObject({ success: false, error: "Region không đúng với bucket này" });
      expect(secret.requests).toEqual([]);
    });
  });
});

onBothEngines((engine) => {
  test("the mask keeps the stored secret, another replaces it, empty fields turn storage off", async () => {
    const app = await testApp(engine, here);
    const token = await adminToken(app);
    const s3 = await startS3({ buckets: ["music", "other"] });
    const save = (json: object) => app.send(`PUT ${path}`, { token, json });
    const works = async () => {
      const current = await app.storage.current();
      if (current.state !== "ready") return current.state;
      return current.bucket.probe().then(
        () => "works",
        (error: Error) => error.message,
      );
    };
    expect(await works()).toBe("off");
    await save(settingsOf(s3));
    expect(await works()).toBe("works");
    const masked = settingsOf(s3, { bucket_name: "other", secret_access_key: maskedSecret });
    expect((await save(masked)).statusCode).toBe(200);
    expect(await works()).toBe("works");
    await save(settingsOf(s3, { secret_access_key: "wrong" }));
    expect(await works()).toBe("Secret Access Key không đúng");
    const { status: _status, version: _version, ...cleared } = off;
    expect((await save(cleared)).json()).toEqual(off);
    await save(settingsOf(s3));
    expect((await save({})).json()).toEqual(off);
    expect(await works()).toBe("off");
    expect(await savedRow(app)).toBe("");
    const without = await save({ ...masked });
    expect(without.statusCode).toBe(422);
    expect(without.json().errors).toEqual([{ field: "secret_access_key", message: "Vui lòng nhập Secret Access Key" }]);
  });
});
