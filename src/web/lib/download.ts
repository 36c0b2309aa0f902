/** Downloads, apart from the other requests: few pages have one. */
import { parse } from "content-disposition";
import type { Api } from "#contract/api.ts";
import { type Arguments, type DownloadKey, type LooseOptions, send } from "./api.ts";

/** Fetches a file that an endpoint makes. Takes as long as it takes. @throws as `call` */
export function download<K extends DownloadKey>(
  key: K,
  ...[options]: Arguments<Api[K]>
): Promise<{ fileName: string | undefined; content: Blob }> {
  return send(key, { timeout: 0, ...options } as LooseOptions, async (response) => {
    const header = response.headers.get("content-disposition");
    return {
      fileName: header === null ? undefined : parse(header).parameters.filename,
      content: await response.blob(),
    };
  });
}
