/** Uploads. */
import { z } from "zod";
import type { Endpoints, FileField, FileKind } from "./endpoint.ts";
import { fileKeyOf } from "./file-address.ts";
import { referenceFileRules } from "./rules.ts";
import { LinesDocument } from "./song-lines.ts";

export const maxAudioBytes = 100 * 1024 * 1024;
export const maxImageBytes = 5 * 1024 * 1024;

/** The limits of uploaded files by their kind. */
export const fileRules = {
  audio: {
    kind: "audio",
    maxBytes: maxAudioBytes,
    tooLarge: "File âm thanh không được vượt quá 100 MB",
    wrongType: "Vui lòng chọn file âm thanh hợp lệ",
  },
  image: {
    kind: "image",
    maxBytes: maxImageBytes,
    tooLarge: "File ảnh không được vượt quá 5MB",
    wrongType: "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP",
  },
  /** Audio or video. */
  recording: { kind: "recording", ...referenceFileRules },
} as const satisfies Record<FileKind, FileField>;

export const media = {
  "POST /api/admin/upload-audio": {
    access: ["admin"],
    tag: "File",
    summary: "Tải lên một file âm thanh (tối đa 100 MB)",
    bodyType: "multipart",
    files: { audio_file: { ...fileRules.audio, missing: "Vui lòng chọn file âm thanh" } },
    reply: z.object({
      /** null for a file that object storage manages: songs name it `R2:<object_key>`. */
      file_url: z.string().nullable(),
      object_key: z.string(),
      size: z.int(),
      /** Seconds. */
      duration: z.number().nullable(),
      /** URL of the stored embedded picture; null without one. */
      cover_url: z.string().nullable(),
      /** Tags; `title` falls back to the file name. */
      tags: z.object({
        title: z.string(),
        artist: z.string().nullable(),
        genres: z.array(z.string()),
        lyrics: z.string().nullable(),
        /** Null without times. */
        lines: LinesDocument.nullable(),
      }),
      /** True for sound whose tags can't be read: `tags` has the title of the file name alone. */
      has_broken_tags: z.boolean(),
      /** Songs whose audio has the same content; at most five, the oldest first. */
      same_songs: z.array(z.object({ id: z.int(), title: z.string(), is_active: z.boolean() })),
    }),
  },
  "DELETE /api/admin/uploads": {
    access: ["admin"],
    tag: "File",
    summary: "Bỏ một file đã tải lên mà không nơi nào dùng đến",
    query: z.object({
      url: z
        .string("Địa chỉ file không hợp lệ")
        .max(200, "Địa chỉ file không hợp lệ")
        .refine((url) => fileKeyOf(url) !== undefined, "Địa chỉ file không hợp lệ"),
    }),
    reply: z.object({
      /** false when a song, a category, a support contact or the bank account uses the file, which then stays. */
      removed: z.boolean(),
    }),
  },
  "POST /api/upload/file": {
    access: ["admin"],
    tag: "File",
    summary: "Tải lên một ảnh JPG, PNG hoặc WebP (tối đa 5 MB)",
    bodyType: "multipart",
    files: { file: { ...fileRules.image, missing: "Vui lòng chọn một file" } },
    reply: z.object({ url: z.string() }),
  },
} as const satisfies Endpoints;
