/** A page as the built server makes it when its calls fare as a test says. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ApiKey } from "../../src/contract/api.ts";

interface PageEntry {
  createPageHandler(
    call: (key: ApiKey, input: Input) => Promise<{ data: unknown }>,
    report: (error: unknown) => void,
  ): (request: Request) => Promise<Response>;
}

interface Input {
  query?: Record<string, unknown>;
}

export interface BuiltPage {
  status: number;
  /** Whether the server would keep it for the next visitor. */
  kept: boolean;
  html: string;
  /** What went to the log. */
  reported: unknown[];
}

/** @param answer gives what a call answers, or a promise of it, or throws */
export async function builtPage(address: string, answer: (key: ApiKey, input: Input) => unknown): Promise<BuiltPage> {
  const file = path.resolve(import.meta.dirname, "../../build/server/index.js");
  const entry: PageEntry = await import(pathToFileURL(file).href);
  const reported: unknown[] = [];
  const handle = entry.createPageHandler(
    async (key, input) => ({ data: await answer(key, input) }),
    (error) => reported.push(error),
  );
  const response = await handle(new Request(`http://ngan-nga.example${address}`));
  const kept = response.status === 200 && response.headers.get("cache-control") !== "no-store";
  return { status: response.status, kept, html: await response.text(), reported };
}
