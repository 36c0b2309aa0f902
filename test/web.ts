/** Stand-ins for the browser in unit tests of the web. `vi.unstubAllGlobals` takes it back. */
import { vi } from "vitest";

/** Gives the test an empty storage. Returns what it holds. */
export function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal("window", { localStorage });
  return stored;
}

export interface WebRequest {
  /** Method and path: `POST /api/user/words`. */
  to: string;
  /** Parsed JSON. */
  body: unknown;
}

/** Answers all requests. Returns those that were made. @param answer throws for a server that can't be reached */
export function stubServer(answer: (request: WebRequest) => Response): WebRequest[] {
  const requests: WebRequest[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    const request = { to: `${method} ${url}`, body: typeof body === "string" ? JSON.parse(body) : undefined };
    requests.push(request);
    return answer(request);
  });
  return requests;
}
