/** Renders a page of the build with stubbed API responses. */
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
  /** True when the server would cache it. */
  cacheable: boolean;
  html: string;
  /** Logged errors. */
  reported: unknown[];
}

/** Renders the page at a path. @param answer returns an endpoint's data or a promise of it, or throws */
export async function builtPage(address: string, answer: (key: ApiKey, input: Input) => unknown): Promise<BuiltPage> {
  const file = path.resolve(import.meta.dirname, "../../build/server/index.js");
  const entry: PageEntry = await import(pathToFileURL(file).href);
  const reported: unknown[] = [];
  const handle = entry.createPageHandler(
    async (key, input) => ({ data: await answer(key, input) }),
    (error) => reported.push(error),
  );
  const response = await handle(new Request(`http://ngan-nga.example${address}`));
  const cacheable = response.status === 200 && response.headers.get("cache-control") !== "no-store";
  return { status: response.status, cacheable, html: await response.text(), reported };
}
