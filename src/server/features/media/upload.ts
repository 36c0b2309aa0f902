/** Streams one file out of a multipart request. */
import type { FastifyRequest } from "fastify";
import { ApiError, invalidField, isApiError } from "#contract/errors.ts";
import { maxAudioBytes } from "#contract/media.ts";
import type { MediaKind } from "./inspect.ts";
import type { MediaStore, ReceivedFile } from "./media.service.ts";

/** Bytes read and discarded after an error, so that the client receives the response instead of a broken connection. */
const maxDrained = 2 * maxAudioBytes;

export interface Upload {
  received: ReceivedFile;
  /** File name from the client, without control characters; for display only. */
  name: string;
}

export interface Expected {
  field: string;
  kind: MediaKind;
  /** Message for a missing file. */
  missing: string;
}

/**
 * Receives the one file of the field; other fields are ignored, other files refused.
 * @throws ApiError as `MediaStore.receive`, and `invalid` or `unsupported_type` for the request itself. No file is left then.
 */
export async function receiveUpload(
  request: FastifyRequest,
  store: MediaStore,
  { field, kind, missing }: Expected,
): Promise<Upload> {
  const { raw } = request;
  let upload: Upload | undefined;
  try {
    if (!request.isMultipart()) {
      throw new ApiError("unsupported_type", "Vui lòng gửi file dưới dạng multipart/form-data");
    }
    const limits = { fileSize: Number.POSITIVE_INFINITY, fieldSize: 64 * 1024, fields: 50, files: 10, parts: 60 };
    for await (const part of request.parts({ limits })) {
      if (part.type !== "file") continue;
      if (part.fieldname !== field) throw invalidField(part.fieldname, "Trường file không được hỗ trợ");
      if (upload) throw invalidField(field, "Chỉ gửi một file mỗi lần");
      upload = { received: await store.receive(part.file, kind), name: displayName(part.filename) };
    }
    if (raw.destroyed && !raw.complete) throw new ApiError("invalid");
    if (!upload) throw invalidField(field, missing);
    return upload;
  } catch (error) {
    await upload?.received.discard();
    drain(request);
    // Errors of the disk name a system call; all others come from a malformed or interrupted body.
    if (isApiError(error) || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new ApiError("invalid", "Nội dung gửi lên không đầy đủ hoặc không hợp lệ");
  }
}

function drain({ raw }: FastifyRequest): void {
  let drained = 0;
  raw.unpipe();
  raw.on("data", (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > maxDrained) raw.destroy();
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
