import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NoResponseError, requestTimeout } from "./api.ts";
import { type UploadProgress, upload } from "./upload.ts";

/** A request whose progress and response the test controls. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  upload = new EventTarget();
  status = 0;
  responseText = "";
  headers: Record<string, string> = {};
  openArgs: string[] = [];
  body: FormData | undefined;
  aborted = false;

  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(...args: string[]) {
    this.openArgs = args;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.aborted = true;
    this.dispatchEvent(new Event("loadend"));
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total }));
  }
  respond(status: number, body: unknown) {
    this.upload.dispatchEvent(new Event("load"));
    Object.assign(this, { status, responseText: typeof body === "string" ? body : JSON.stringify(body) });
    this.dispatchEvent(new Event("loadend"));
  }
}

const file = new File([new Uint8Array(1000)], "bài.mp3", { type: "audio/mpeg" });
const fallback = "Lỗi khi tải lên file audio";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("window", { localStorage: { getItem: (key: string) => (key === "adminToken" ? "a" : null) } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function send(options: { signal?: AbortSignal; idempotencyKey?: string } = {}) {
  const reports: UploadProgress[] = [];
  const result = upload(
    "POST /api/admin/upload-audio",
    { audio_file: file },
    {
      as: "admin",
      fallback,
      unreachable: "Mất kết nối",
      onProgress: (progress) => reports.push(progress),
      ...options,
    },
  );
  result.catch(() => undefined);
  return { result, reports, request: FakeRequest.last };
}

describe("upload", () => {
  it("sends the file with the token, reports progress and returns the response", async () => {
    const { result, reports, request } = send();
    expect(request.openArgs).toEqual(["POST", "/api/admin/upload-audio"]);
    expect(request.headers.authorization).toBe("Bearer a");
    expect(request.body?.get("audio_file")).toMatchObject({ name: "bài.mp3" });
    request.progress(600, 1200);
    request.respond(200, { object_key: "audio/0a.mp3" });
    expect(await result).toEqual({ object_key: "audio/0a.mp3" });
    expect(reports).toEqual([{ loaded: 600, total: 1200, percentage: 50 }]);
  });

  it("sends the key of what must be created once", () => {
    expect(send({ idempotencyKey: "k1" }).request.headers["idempotency-key"]).toBe("k1");
    expect(send().request.headers).not.toHaveProperty("idempotency-key");
  });

  it("throws the server's message, or the fallback without one", async () => {
    const rejected = send();
    rejected.request.respond(415, { detail: "Vui lòng chọn file âm thanh hợp lệ" });
    await expect(rejected.result).rejects.toMatchObject({ status: 415, message: "Vui lòng chọn file âm thanh hợp lệ" });
    const withoutMessage = send();
    withoutMessage.request.respond(502, "<html>");
    await expect(withoutMessage.result).rejects.toMatchObject({ message: fallback });
    const unreadable = send();
    unreadable.request.respond(200, "<html>");
    await expect(unreadable.result).rejects.toBeInstanceOf(NoResponseError);
  });

  it("aborts after ten seconds without progress, not after ten seconds in all", async () => {
    const { result, request } = send();
    for (let loaded = 100; loaded <= 400; loaded += 100) {
      await vi.advanceTimersByTimeAsync(requestTimeout - 1);
      request.progress(loaded, 1000);
    }
    expect(request.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(requestTimeout);
    expect(request.aborted).toBe(true);
    await expect(result).rejects.toMatchObject({ name: "ApiError", message: "Mất kết nối" });
  });

  it("gives the server more than ten seconds to respond once the upload is complete", async () => {
    const { result, request } = send();
    request.upload.dispatchEvent(new Event("load"));
    await vi.advanceTimersByTimeAsync(5 * requestTimeout);
    request.respond(200, { object_key: "k" });
    expect(await result).toEqual({ object_key: "k" });
  });

  it("rejects with the signal's reason when the caller aborts, also before the start", async () => {
    const controller = new AbortController();
    const { result, request } = send({ signal: controller.signal });
    controller.abort();
    expect(request.aborted).toBe(true);
    await expect(result).rejects.toBe(controller.signal.reason);
    await expect(send({ signal: AbortSignal.abort("no") }).result).rejects.toBe("no");
  });

  it("throws the unreachable message when the connection breaks", async () => {
    const { result, request } = send();
    request.dispatchEvent(new Event("loadend"));
    await expect(result).rejects.toMatchObject({ code: "unavailable", message: "Mất kết nối" });
  });
});
