/** The files of the pages' build: served from the disk, and the stylesheets' text for pages that bring their styles along. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Names under it hold a hash of their content. */
const hashed = "assets";

/**
 * Serves the files of a folder, each at its own address; of `app.js` the files `app.js.br` and `app.js.gz` are its compressed forms.
 * There is a route for each file, so that addresses of no file stay with the pages; those under `assets` are looked up at each request, since
 * another build, whose pages are open or come from another process, may add its own at any time.
 */
export async function serveBuildFiles(app: FastifyInstance, folder: string): Promise<void> {
  const options = { wildcard: false, index: false, preCompressed: true, decorateReply: false } as const;
  const compressed = "**/*.{br,gz}";
  await app.register(fastifyStatic, {
    ...options,
    wildcard: true,
    root: path.join(folder, hashed),
    prefix: `/${hashed}/`,
    allowedPath: (name) => /^\/[\w-][\w.-]*$/.test(name) && !/\.(br|gz)$/.test(name),
    maxAge: "365d",
    immutable: true,
  });
  await app.register(fastifyStatic, {
    ...options,
    root: folder,
    globIgnore: [compressed, `${hashed}/**`],
    maxAge: "1h",
  });
}

/** The stylesheets of a folder of files by their addresses. */
export async function readStylesheets(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(path.join(folder, hashed))).filter((name) => name.endsWith(".css"));
  const read = async (name: string) =>
    [`/${hashed}/${name}`, await readFile(path.join(folder, hashed, name), "utf8")] as const;
  return new Map(await Promise.all(names.map(read)));
}
