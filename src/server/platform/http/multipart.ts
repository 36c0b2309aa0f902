/** Reads multipart bodies by the endpoint's record: fields by its schema, files by their limits. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Endpoint, FileField } from "#contract/endpoint.ts";
import { ApiError, invalidField, isApiError } from "#contract/errors.ts";
import type { TemporaryFile, TemporaryFiles } from "../temporary-files.ts";

/** A complete file of a body. What it is must be told from its content. */
export interface UploadedFile extends TemporaryFile {
  /** File name from the client, without control characters; for display only. */
  name: string;
}

/** The part of a handler's context that multipart bodies alone have. */
export interface UploadContext {
  /** Aborts when the client disconnects before it has the response, also after the handler has ended. */
  signal: AbortSignal;
}

export interface MultipartBody {
  /** Texts by field, not validated yet. */
  fields: Record<string, string>;
  files: Record<string, UploadedFile>;
  /** Removes the files that were not moved to a place. */
  discard(): Promise<void>;
}

const unknownFile = "Trường file không được hỗ trợ";
const repeatedField = "Trường này chỉ được gửi một lần";
const brokenBody = "Nội dung gửi lên không đầy đủ hoặc không hợp lệ";

/** Texts of a body. */
const maxFields = 50;
/** Bytes read and discarded after an error beyond the largest allowed file, so that the client receives the response. */
const drainedBytes = 100 * 1024 * 1024;

export interface MultipartOptions {
  temporary: TemporaryFiles;
  /** Bytes that all texts may have together. */
  maxFieldBytes: number;
}

/**
 * Receives a whole body; the files lie in the folder of unfinished ones then. Fields without a schema are ignored, and so
 * is an empty file without a name.
 * @throws ApiError `unsupported_type` for another content type, `too_large` for a file or text beyond its limit, `invalid` for a file
 * that is unknown, twice there or missing, and for a broken body. No file is left then.
 */
export async function readMultipart(
  request: FastifyRequest,
  { files: expected = {} }: Pick<Endpoint, "files">,
  { temporary, maxFieldBytes }: MultipartOptions,
): Promise<MultipartBody> {
  const { raw } = request;
  const fields = new Map<string, string>();
  const files = new Map<string, UploadedFile>();
  const discard = async () => {
    for (const file of files.values()) await file.discard();
  };
  try {
    if (!request.isMultipart()) {
      throw new ApiError("unsupported_type", "Vui lòng gửi dữ liệu dưới dạng multipart/form-data");
    }
    // One more of each than is allowed, so that it is refused by name.
    const limits = {
      fileSize: Number.POSITIVE_INFINITY,
      fieldSize: maxFieldBytes,
      fields: maxFields,
      files: Object.keys(expected).length + 1,
      parts: maxFields + Object.keys(expected).length + 1,
    };
    let fieldBytes = 0;
    for await (const part of request.parts({ limits })) {
      if (part.type === "file") {
        const rule = Object.hasOwn(expected, part.fieldname) ? expected[part.fieldname] : undefined;
        if (!rule) throw invalidField(part.fieldname, unknownFile);
        if (files.has(part.fieldname)) throw invalidField(part.fieldname, "Chỉ gửi một file mỗi lần");
        const file = await temporary.receive(part.file, rule);
        // Browsers send this for a file field in which nothing was chosen.
        if (!part.filename && file.size === 0) await file.discard();
        else files.set(part.fieldname, { ...file, name: displayName(part.filename) });
        continue;
      }
      const text = part.value;
      if (typeof text !== "string") throw invalidField(part.fieldname, "Giá trị phải là văn bản");
      fieldBytes += Buffer.byteLength(text);
      if (part.valueTruncated || fieldBytes > maxFieldBytes) throw new ApiError("too_large");
      if (fields.has(part.fieldname)) throw invalidField(part.fieldname, repeatedField);
      fields.set(part.fieldname, text);
    }
    if (raw.destroyed && !raw.complete) throw new ApiError("invalid");
    for (const [name, { missing }] of Object.entries(expected)) {
      if (missing !== undefined && !files.has(name)) throw invalidField(name, missing);
    }
    return { fields: Object.fromEntries(fields), files: Object.fromEntries(files), discard };
  } catch (error) {
    await discard();
    drain(request, expected);
    // Errors of the disk name a system call; all others come from a malformed or interrupted body.
    if (isApiError(error) || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new ApiError("invalid", brokenBody);
  }
}

/** Lets clients send a form as multipart, without files. It is read whole, within the limit of every body, and parsed like a fetched one. */
export function acceptMultipartFields(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(
    "multipart/form-data",
    { parseAs: "buffer" },
    async (request: FastifyRequest, content: Buffer) => {
      const headers = { "content-type": request.headers["content-type"] ?? "" };
      const form = await new Response(new Uint8Array(content), { headers }).formData().catch(() => {
        throw new ApiError("invalid", brokenBody);
      });
      const fields = new Map<string, string>();
      for (const [name, value] of form) {
        if (typeof value !== "string") throw invalidField(name, unknownFile);
        if (fields.has(name)) throw invalidField(name, repeatedField);
        fields.set(name, value);
      }
      return Object.fromEntries(fields);
    },
  );
}

function drain({ raw }: FastifyRequest, expected: Record<string, FileField>): void {
  const limit = drainedBytes + Math.max(0, ...Object.values(expected).map(({ maxBytes }) => maxBytes));
  let drained = 0;
  raw.unpipe();
  raw.on("data", (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > limit) raw.destroy();
  });
  raw.resume();
}

function displayName(name: string | undefined): string {
  return (name ?? "")
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 200)
    .toWellFormed();
}
