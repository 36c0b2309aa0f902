/** Content types of stored files. */
import path from "node:path";
import { contentTypes } from "./formats.ts";

/** Returns the content type of a stored file by its extension. */
export function contentTypeOf(name: string): string {
  return contentTypes[path.extname(name).slice(1) as keyof typeof contentTypes] ?? "application/octet-stream";
}
