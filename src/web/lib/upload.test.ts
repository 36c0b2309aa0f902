import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callTimeout, NoAnswer } from "./api.ts";
import { type UploadProgress, upload } from "./upload.ts";

/** A request that goes only as far as a test lets it. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  upload = new EventTarget();
  status = 0;
  responseText = "";
  headers: Record<string, string> = {};
  opened: string[] = [];
  sent: FormData | undefined;
  aborted = false;

  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(...where: string[]) {
    this.opened = where;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.sent = body;
  }
  abort() {
    this.aborted = true;
    this.dispatchEvent(new Event("loadend"));
  }
  move(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total }));
  }
  answer(status: number, body: unknown) {
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

function send(options: { signal?: AbortSignal } = {}) {
  const seen: UploadProgress[] = [];
  const body = new FormData();
  body.set("audio_file", file);
  const result = upload("POST /api/admin/upload-audio", body, {
    as: "admin",
    fallback,
    unreachable: "Mất kết nối",
    onProgress: (progress) => seen.push(progress),
    ...options,
  });
  result.catch(() => undefined);
  return { result, seen, request: FakeRequest.last };
}

describe("upload", () => {
  it("sends the file with the token, tells how far it is, and gives the answer", async () => {
    const { result, seen, request } = send();
    expect(request.opened).toEqual(["POST", "/api/admin/upload-audio"]);
    expect(request.headers.authorization).toBe("Bearer a");
    expect(request.sent?.get("audio_file")).toMatchObject({ name: "bài.mp3" });
    request.move(600, 1200);
    request.answer(200, { object_key: "audio/0a.mp3" });
    expect(await result).toEqual({ object_key: "audio/0a.mp3" });
    expect(seen).toEqual([{ loaded: 600, total: 1200, percentage: 50 }]);
  });

  it("says what the server says, and the fallback where it says nothing", async () => {
    const refused = send();
    refused.request.answer(415, { detail: "Vui lòng chọn file âm thanh hợp lệ" });
    await expect(refused.result).rejects.toMatchObject({ status: 415, message: "Vui lòng chọn file âm thanh hợp lệ" });
    const silent = send();
    silent.request.answer(502, "<html>");
    await expect(silent.result).rejects.toMatchObject({ message: fallback });
    const odd = send();
    odd.request.answer(200, "<html>");
    await expect(odd.result).rejects.toBeInstanceOf(NoAnswer);
  });

  it("ends after ten seconds without a byte, however long it took before", async () => {
    const { result, request } = send();
    for (let sent = 100; sent <= 400; sent += 100) {
      await vi.advanceTimersByTimeAsync(callTimeout - 1);
      request.move(sent, 1000);
    }
    expect(request.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(callTimeout);
    expect(request.aborted).toBe(true);
    await expect(result).rejects.toMatchObject({ name: "ApiError", message: "Mất kết nối" });
  });

  it("gives the server more time once it has all", async () => {
    const { result, request } = send();
    request.upload.dispatchEvent(new Event("load"));
    await vi.advanceTimersByTimeAsync(5 * callTimeout);
    request.answer(200, { object_key: "k" });
    expect(await result).toEqual({ object_key: "k" });
  });

  it("ends when the caller aborts, before it begins too", async () => {
    const controller = new AbortController();
    const { result, request } = send({ signal: controller.signal });
    controller.abort();
    expect(request.aborted).toBe(true);
    await expect(result).rejects.toBe(controller.signal.reason);
    await expect(send({ signal: AbortSignal.abort("no") }).result).rejects.toBe("no");
  });

  it("says so when the connection breaks", async () => {
    const { result, request } = send();
    request.dispatchEvent(new Event("loadend"));
    await expect(result).rejects.toMatchObject({ code: "unavailable", message: "Mất kết nối" });
  });
});
