/** The place of a stored file, by its visibility and the settings of object storage. */
import { type Bucket, type Current, StorageFailure } from "#server/features/storage/storage.service.ts";
import type { FileRow, MoveState, Place } from "./files.repository.ts";

/** Returns a bucket. @throws StorageFailure when the settings have none. */
export function bucketOf(current: Current, place: Exclude<Place, "disk">): Bucket {
  if (current.state === "unreadable") throw new StorageFailure("unreadable");
  const bucket = current.state === "off" ? undefined : place === "private" ? current.privateBucket : current.bucket;
  if (!bucket) throw new StorageFailure("off");
  return bucket;
}

/** True after a move or removal that has not ended well: copies may lie in several places. */
export function isUnfinished({ is_in_transit, problem }: MoveState): boolean {
  return is_in_transit || problem !== null;
}

/** Returns where a file must lie; undefined while that is unknown, so that it stays. */
export function requiredPlaceOf(row: FileRow, current: Current): Place | undefined {
  if (current.state === "unreadable" || row.is_removed || row.unclaimed_since !== null) return undefined;
  if (current.state === "off" || !row.is_managed) return "disk";
  return row.visibility === "public" ? "bucket" : protectedPlace(current);
}

/** True when anyone can read the objects of the bucket. */
export function hasPublicBucket(current: Current): boolean {
  return current.state !== "off" && current.publicUrl !== null;
}

/** Returns the place of files that are not public. */
export function protectedPlace({ publicUrl, hasPrivate }: Exclude<Current, { state: "off" }>): Place {
  return hasPrivate ? "private" : publicUrl === null ? "bucket" : "disk";
}
