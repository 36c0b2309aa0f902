/** The tables of stored files. */
import { catalogueTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface FileTable {
  /** `audio/<32 hex digits>.<extension>`, on the disk and in a bucket alike. */
  key: string;
  kind: "audio" | "sample" | "image" | "reference" | "finished_song" | "receipt" | "attachment";
  /** The most restricted of its claims; without one that of its kind. */
  visibility: "public" | "signed" | "staff" | "admin";
  /** Location of the complete file. */
  place: "disk" | "bucket" | "private";
  /** True when object storage decides its place; false keeps it on the disk. */
  is_managed: boolean;
  /** True once its removal has begun: nothing can claim or read it any more. */
  is_removed: boolean;
  /** Null until measured. */
  sha256: string | null;
  /** Bytes. */
  size: number;
  /** Seconds. */
  duration: number | null;
  /** True during a move or removal, also one that a crash ended: copies may lie in several places. */
  is_in_transit: boolean;
  /** Error of the last move or removal, after which copies may lie in several places. */
  problem: string | null;
  /** Token of the running move, and when its lease expires. */
  lease: string | null;
  lease_until: string | null;
  created_at: string;
  /** Null while something claims it. */
  unclaimed_since: string | null;
}

interface FileClaimTable {
  /** Declared by the records of the owners' tables. */
  owner_kind: string;
  owner_id: number;
  file_key: string;
  /** The readers that the owner allows; null when it allows none by itself. */
  visibility: FileTable["visibility"] | null;
  /** File name of a download, without its extension. */
  name: string | null;
}

export interface FileTables {
  files: FileTable;
  file_claims: FileClaimTable;
}

export const fileEntities = {
  files: {
    key: ["key"],
    topic: catalogueTopic,
    // Public replies tell where a file lies, and that it is gone.
    silent: [
      "kind",
      "visibility",
      "sha256",
      "size",
      "duration",
      "is_in_transit",
      "problem",
      "lease",
      "lease_until",
      "created_at",
      "unclaimed_since",
    ],
    events: ["update"],
  },
  file_claims: { key: ["owner_kind", "owner_id", "file_key"], references: ["files"] },
} as const satisfies Entities<keyof FileTables>;
