/** Stubs file uploads; the test controls their progress and response. */
import { onTestFinished, vi } from "vitest";
import type { ErrorBody, FieldError } from "#contract/errors.ts";

/** A recorded upload. */
export class SentFile extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = "";
  /** `POST /api/upload/file` */
  endpoint = "";
  token: string | undefined;
  /** The header `Idempotency-Key`. */
  idempotencyKey: string | undefined;
  body = new FormData();
  aborted = false;

  open(method: string, path: string): void {
    this.endpoint = `${method} ${path}`;
  }

  setRequestHeader(name: string, value: string): void {
    if (name === "authorization") this.token = /^Bearer (.*)$/.exec(value)?.[1];
    if (name === "idempotency-key") this.idempotencyKey = value;
  }

  send(body: FormData): void {
    this.body = body;
  }

  abort(): void {
    this.aborted = true;
    this.dispatchEvent(new Event("loadend"));
  }

  /** Reports the progress in bytes. */
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total }));
  }

  /** Responds with a reply. */
  reply(body: unknown): void {
    this.#end(200, JSON.stringify(body));
  }

  /** Responds with an error; without `detail` its body is empty. */
  fail(status: number, detail?: ErrorBody["detail"], errors?: FieldError[]): void {
    this.#end(status, detail === undefined ? "" : JSON.stringify({ detail, errors }));
  }

  /** Breaks the connection. */
  lose(): void {
    this.#end(0, "");
  }

  #end(status: number, responseText: string): void {
    this.upload.dispatchEvent(new Event("load"));
    Object.assign(this, { status, responseText });
    this.dispatchEvent(new Event("loadend"));
  }
}

/** Replaces `XMLHttpRequest` until the test ends. Returns the recorded uploads, oldest first. */
export function stubUploads(): readonly SentFile[] {
  const sent: SentFile[] = [];
  const original = window.XMLHttpRequest;
  class Request extends SentFile {
    constructor() {
      super();
      sent.push(this);
    }
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  onTestFinished(() => {
    vi.stubGlobal("XMLHttpRequest", original);
  });
  return sent;
}
