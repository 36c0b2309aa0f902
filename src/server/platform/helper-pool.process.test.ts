import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { FaultyTask } from "#test/fixtures/helpers/faulty-helper.ts";
import { createHelperPool, HelperError, type HelperPoolOptions, HelperStartError } from "./helper-pool.ts";

const script = path.resolve("test/fixtures/helpers/faulty-helper.ts");
const maxMs = 60_000;

function pool(options: Partial<HelperPoolOptions> = {}) {
  const { run } = createHelperPool({ script, maxHelpers: 1, memoryMb: 256, maxReplyBytes: 10_000, ...options });
  return {
    run: (task: FaultyTask, limit = maxMs, signal?: AbortSignal) => run(task, { maxMs: limit, signal }),
    async pid() {
      return ((await run({ kind: "echo", text: "" }, { maxMs })) as { pid: number }).pid;
    },
  };
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const isGone = (pid: number) => vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 120_000 });

test("a helper serves one task after the other, without the server's environment", async () => {
  const { run, pid } = pool();
  const first = (await run({ kind: "echo", text: "một\nhai" })) as { text: string; environment: string[] };
  expect(first).toMatchObject({ text: "một\nhai", pid: await pid() });
  expect(first.environment).not.toContain("PATH");
});

test.each([
  ["crashes", { kind: "crash" }, "the helper process ended"],
  ["replies too much", { kind: "print", bytes: 10_000 }, "the reply is longer than 10000 bytes"],
  ["replies nonsense", { kind: "garbage" }, "the reply is not JSON"],
] as const)("a helper that %s is replaced", async (_what, task, message) => {
  const { run, pid } = pool();
  const before = await pid();
  await expect(run(task)).rejects.toThrow(new HelperError(message));
  expect(await pid()).not.toBe(before);
  await isGone(before);
});

test.runIf(process.platform === "linux")("a helper can't allocate too much, and is the first to end", async () => {
  const { run } = pool({ memoryMb: 256 });
  expect(await run({ kind: "oom-score" })).toBe(1000);
  expect(await run({ kind: "allocate", megabytes: 100 })).toBe(100);
  await expect(run({ kind: "allocate", megabytes: 400 })).rejects.toThrow();
  expect(await run({ kind: "echo", text: "vẫn chạy" })).toMatchObject({ text: "vẫn chạy" });
});

test.each(["hang", "wait"] as const)("a helper that takes too long is killed: %s", async (kind) => {
  const { run, pid } = pool();
  const before = await pid();
  await expect(run({ kind }, 200)).rejects.toThrow(HelperError);
  expect(await pid()).not.toBe(before);
  await isGone(before);
});

test("a stopped task ends its helper, and one that waits never starts", async () => {
  const { run, pid } = pool();
  const before = await pid();
  const stop = new AbortController();
  const [running, waiting] = [run({ kind: "wait" }, maxMs, stop.signal), run({ kind: "wait" }, maxMs, stop.signal)];
  stop.abort();
  await expect(running).rejects.toThrow();
  await expect(waiting).rejects.toThrow();
  await isGone(before);
  expect(await pid()).not.toBe(before);
});

test("an error of the handler reaches the caller, and its helper goes on", async () => {
  const { run, pid } = pool();
  const before = await pid();
  await expect(run({ kind: "throw", message: "no room", code: "ENOSPC" })).rejects.toMatchObject({
    message: "no room",
    code: "ENOSPC",
  });
  expect(await pid()).toBe(before);
});

test("as many helpers run as there are tasks, up to the limit, and idle ones end", async () => {
  const { pid } = pool({ maxHelpers: 2, idleMs: 100 });
  const pids = new Set(await Promise.all([pid(), pid(), pid(), pid()]));
  expect(pids.size).toBeLessThanOrEqual(2);
  for (const each of pids) await isGone(each);
  expect(await pid()).toBeGreaterThan(0);
});

test("a program that is gone is told as a helper that can't be started", async () => {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = "/nowhere/bin/node";
  await expect(pool().run({ kind: "echo", text: "" })).rejects.toMatchObject({
    message: "the helper process can't be started",
    cause: new HelperError("the helper process ended"),
  });
  process.execPath = execPath;
  await expect(pool().run({ kind: "crash" })).rejects.not.toThrow(HelperStartError);
});

test("a helper that can't be started fails its task only", async () => {
  const { run } = createHelperPool({ script: "not-there.ts", maxHelpers: 1, memoryMb: 256 });
  for (let i = 0; i < 2; i++) await expect(run({}, { maxMs })).rejects.toThrow(HelperStartError);
});
