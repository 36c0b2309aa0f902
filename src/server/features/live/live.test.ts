import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { liveTopics } from "#server/features/topics.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import { adminToken, makeCategory, userToken } from "#test/factories.ts";
import { createLive } from "./live.service.ts";

const topics = { catalogue: "c", site: "s", orders: "o", requests: "r", staff: "t", deliveries: "d" } as const;
const told = Object.keys(topics) as (keyof typeof topics)[];

function setUp(versions: Record<string, number | undefined>) {
  const version = vi.fn((topic: string) => (topic in versions ? versions[topic] : 1));
  const { changes } = createLive({ version }, { ...liveTopics, ...topics }, 1);
  const live: ReturnType<typeof createLive> = {
    changes: (signal, lastEventId, only = told) => changes(signal, lastEventId, only),
  };
  const controller = new AbortController();
  return { live, version, stop: () => controller.abort(), signal: controller.signal };
}

/** The id and data of the next event; the id without the run that it begins with. */
async function next(events: ReturnType<ReturnType<typeof createLive>["changes"]>) {
  const { value } = await events.next();
  const [run, ...versions] = value?.id?.split(".") ?? [];
  return { run, id: versions.join("."), data: value?.data };
}

describe("live changes", () => {
  it("begin with an empty event, then name each topic that changed", async () => {
    const versions = { c: 5, s: 1 };
    const { live, signal } = setUp(versions);
    const events = live.changes(signal, undefined);
    expect(await next(events)).toMatchObject({ id: "5.1.1.1.1.1", data: { topics: [] } });
    versions.c = 6;
    expect(await next(events)).toMatchObject({ id: "6.1.1.1.1.1", data: { topics: ["catalogue"] } });
    Object.assign(versions, { c: 7, s: 2 });
    expect(await next(events)).toMatchObject({ id: "7.2.1.1.1.1", data: { topics: ["catalogue", "site"] } });
  });

  it.each([
    ["5.1.1.1.1.1", []],
    ["4.1.1.1.1.1", ["catalogue"]],
    ["rubbish", ["catalogue", "site", "orders", "requests", "staff", "deliveries"]],
    ["5.1.1.9", ["requests", "staff", "deliveries"]],
    ["5.1", ["orders", "requests", "staff", "deliveries"]],
    ["5", ["site", "orders", "requests", "staff", "deliveries"]],
  ])("begin with what changed since the event %s", async (id, changed) => {
    const { live, signal } = setUp({ c: 5, s: 1 });
    const { run } = await next(live.changes(signal, undefined));
    const events = live.changes(signal, `${run}.${id}`);
    expect(await next(events)).toEqual({ run, id: "5.1.1.1.1.1", data: { topics: changed } });
  });

  it("begin with all topics for a client of another run, whose versions may be the same by chance", async () => {
    const other = setUp({ c: 5, s: 1 });
    const { value } = await other.live.changes(other.signal, undefined).next();
    const { live, signal } = setUp({ c: 5, s: 1 });
    expect((await next(live.changes(signal, value?.id))).data).toEqual({ topics: Object.keys(topics) });
  });

  it("tell nothing while the version is unknown, and what changed afterwards", async () => {
    const versions: Record<string, number | undefined> = { c: 5, s: 1 };
    const { live, version, signal } = setUp(versions);
    const events = live.changes(signal, undefined);
    await events.next();
    versions.c = undefined;
    version.mockClear();
    const following = next(events);
    await expect.poll(() => version).toHaveBeenCalledWith("c");
    versions.c = 1_000_000_000;
    expect(await following).toMatchObject({ id: "1000000000.1.1.1.1.1", data: { topics: ["catalogue"] } });
  });

  it("tell of the topics of the stream alone", async () => {
    const versions = { c: 5, r: 1 };
    const { live, signal } = setUp(versions);
    const events = live.changes(signal, undefined, ["requests"]);
    expect(await next(events)).toMatchObject({ id: "1", data: { topics: [] } });
    Object.assign(versions, { c: 6, r: 2 });
    expect(await next(events)).toMatchObject({ id: "2", data: { topics: ["requests"] } });
  });

  it("end with the stream", async () => {
    const { live, signal, stop } = setUp({ c: 5, s: 1 });
    const events = live.changes(signal, undefined);
    await events.next();
    const following = events.next();
    stop();
    expect(await following).toEqual({ done: true, value: undefined });
  });
});

onBothEngines((engine) => {
  describe("GET /api/admin/changes", () => {
    it("tells the administrator of a committed change, also of another process", async () => {
      // A stream has no total time.
      const app = await testApp(engine, { ANSWER_TIMEOUT_SECONDS: "0.2" });
      const other = await testApp(engine, {}, { beside: app });
      const token = await adminToken(app);
      const url = await app.http.listen({ host: "127.0.0.1", port: 0 });
      const stream = await fetch(`${url}/api/admin/changes`, { headers: { authorization: `Bearer ${token}` } });
      expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
      const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
      const decoder = new TextDecoder();
      let text = "";
      const readUntil = async (end: string) => {
        while (!text.includes(end)) text += decoder.decode((await reader.read()).value, { stream: true });
      };
      await readUntil('{"topics":[]}');
      await wait(600);
      await makeCategory(other);
      await readUntil('{"topics":["catalogue"]}');
      await reader.cancel();
      expect((await app.send("GET /api/admin/changes", { token: await userToken(app) })).statusCode).toBe(403);
      expect((await app.send("GET /api/admin/changes")).statusCode).toBe(401);
    });
  });
});
