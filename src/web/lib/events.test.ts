import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listen } from "./events.ts";

const requests: Headers[] = [];
/** The streams that the server opened, in their order. */
const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
let status = 200;
const bytes = (text: string) => new TextEncoder().encode(text);

beforeEach(() => {
  requests.length = 0;
  streams.length = 0;
  status = 200;
  vi.useFakeTimers();
  vi.stubGlobal("window", { localStorage: { getItem: (key: string) => (key === "adminToken" ? "thẻ" : null) } });
  vi.stubGlobal("fetch", async (_url: string, { headers, signal }: { headers: object; signal: AbortSignal }) => {
    requests.push(new Headers({ ...headers, authorization: "" }));
    if (status !== 200) return Response.json({ detail: "Không" }, { status });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push(controller);
        signal.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(lastEventId?: string) {
  const controller = new AbortController();
  const onEvent = vi.fn();
  const ended = listen("GET /api/admin/changes", { as: "admin", signal: controller.signal, lastEventId, onEvent });
  ended.catch(() => {});
  return { onEvent, ended, stop: () => controller.abort() };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("listen", () => {
  it("hands over each event, however it is cut, and no comments", async () => {
    const { onEvent, ended, stop } = start();
    await pass(0);
    for (const part of [":\n\n", 'id: 1.1\ndata: {"to', 'pics":["site"]}\n', "\n:\n\n"])
      streams[0]?.enqueue(bytes(part));
    await pass(0);
    expect(onEvent.mock.calls).toEqual([[{ topics: ["site"] }, "1.1"]]);
    stop();
    await ended;
    expect(requests).toHaveLength(1);
  });

  it("reconnects with the last id when the line ends or breaks, after a growing pause", async () => {
    const { ended, stop } = start();
    await pass(0);
    streams[0]?.enqueue(bytes('id: 7.2\ndata: {"topics":[]}\n\n'));
    await pass(0);
    streams[0]?.close();
    await pass(1500);
    expect(requests.map((headers) => headers.get("last-event-id"))).toEqual([null, "7.2"]);
    streams[1]?.error(new Error("gone"));
    await pass(900);
    expect(requests).toHaveLength(2);
    await pass(2100);
    expect(requests).toHaveLength(3);
    stop();
    await ended;
  });

  it("begins after the event of an earlier call, whose id stays until another comes", async () => {
    const { onEvent, ended, stop } = start("4.4");
    await pass(0);
    streams[0]?.enqueue(bytes('data: {"topics":[]}\n\nid: 5.4\ndata: {"topics":[]}\n\n'));
    await pass(0);
    expect(requests.map((headers) => headers.get("last-event-id"))).toEqual(["4.4"]);
    expect(onEvent.mock.calls.map(([, id]) => id)).toEqual(["4.4", "5.4"]);
    stop();
    await ended;
  });

  it("reconnects when the server is silent for longer than its heartbeat", async () => {
    const { ended, stop } = start();
    await pass(30_000);
    streams[0]?.enqueue(bytes(":\n\n"));
    await pass(39_000);
    expect(requests).toHaveLength(1);
    await pass(3000);
    expect(requests).toHaveLength(2);
    stop();
    await ended;
  });

  it.each([401, 403, 404])("ends when the server refuses with %i", async (refusal) => {
    status = refusal;
    const { ended } = start();
    await expect(ended).rejects.toMatchObject({ status: refusal });
    expect(requests).toHaveLength(1);
  });

  it("goes on when the server is away or busy", async () => {
    status = 503;
    const { onEvent, ended, stop } = start();
    await pass(1500);
    status = 200;
    await pass(3000);
    streams[0]?.enqueue(bytes('data: {"topics":[]}\n\n'));
    await pass(0);
    expect(onEvent).toHaveBeenCalledOnce();
    stop();
    await ended;
  });
});
