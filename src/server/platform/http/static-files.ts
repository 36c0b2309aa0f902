/**
 * The files of the build, held in memory with their compressed forms: they are few, and the same for as long as the process
 * lives. Only their exact addresses exist, so no address leads out of the folder.
 */
import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { acceptedEncoding, matches } from "./negotiation.ts";

export interface StaticFiles {
  /** Writes the file at this address past the framework's reply. @returns whether there is one */
  answer(url: string, request: IncomingMessage, response: ServerResponse): boolean;
  /** The file at this address as text. */
  text(url: string): string | undefined;
}

interface StaticFile {
  headers: readonly string[];
  etag: string;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const suffixes = { ".br": "br", ".gz": "gzip" } as const;

/**
 * Reads a folder whole. Names under `assets/` hold a hash of what is in them and are kept by browsers for ever, others for
 * an hour. Of `app.js` the files `app.js.br` and `app.js.gz` are its compressed forms.
 *
 * @param headers what stands on every answer
 */
export async function readStaticFiles(folder: string, headers: Readonly<Record<string, string>>): Promise<StaticFiles> {
  const always = Object.entries(headers).flat();
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.split(path.sep).some((part) => part.startsWith(".")));
  const bodies = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const)),
  );
  const files = new Map<string, StaticFile>();
  for (const [name, plain] of bodies) {
    const extension = path.extname(name);
    if (extension in suffixes && bodies.has(name.slice(0, -extension.length))) continue;
    const url = `/${name.split(path.sep).join("/")}`;
    const hashed = url.startsWith("/assets/");
    const compressed = Object.entries(suffixes).flatMap(([suffix, encoding]) => {
      const body = bodies.get(name + suffix);
      return body && body.length < plain.length ? [[encoding, body]] : [];
    });
    files.set(url, {
      plain,
      ...Object.fromEntries(compressed),
      etag: `"${hash("sha1", plain, "base64url")}"`,
      headers: [
        ...always,
        "content-type",
        types[extension] ?? "application/octet-stream",
        "cache-control",
        hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        ...(compressed.length > 0 ? ["vary", "Accept-Encoding"] : []),
      ],
    });
  }
  return {
    answer(url, request, response) {
      const query = url.indexOf("?");
      const file = files.get(query === -1 ? url : url.slice(0, query));
      if (!file) return false;
      write(file, request, response);
      return true;
    },
    text: (url) => files.get(url)?.plain.toString("utf8"),
  };
}

function write(file: StaticFile, { headers }: IncomingMessage, response: ServerResponse): void {
  const head = [...file.headers, "etag", file.etag];
  const tag = headers["if-none-match"];
  if (tag !== undefined && matches(tag, file.etag)) {
    response.writeHead(304, head).end();
    return;
  }
  const accepted = acceptedEncoding(headers["accept-encoding"]);
  const encoded = accepted && file[accepted];
  if (encoded) head.push("content-encoding", accepted);
  const body = encoded ?? file.plain;
  head.push("content-length", String(body.length));
  response.writeHead(200, head).end(body);
}
