/** What the bin needs of a feature to give its records back: each kind of record has one of these. */
import type { BinNames } from "#contract/bin.ts";
import type { Claim } from "#server/features/files/files.service.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";

/** A row of a table as JSON holds it. */
export type BinnedRow = Record<string, string | number | boolean | null>;

/** A request that a record belonged with. */
export interface BinnedRequest {
  id: number;
  code: string;
  /** When the record was deleted. */
  status: string;
  hasConsent: boolean;
  /** The song of the library that was made of it meanwhile. */
  song_id: number | null;
}

/** A record that comes back. */
export interface ReturningRecord {
  id: number;
  row: BinnedRow;
  /** Names given in place of those that it had. */
  names: BinNames;
  /** The requests that it belonged with, and that are there still. */
  requests: readonly BinnedRequest[];
  /** Their number when it was deleted. */
  requestsThen: number;
}

export interface PreparedRecord {
  row: BinnedRow;
  name: string;
  /** What is not as it was, in Vietnamese. */
  notes?: readonly string[];
}

/** All of it runs in the transaction of the restoration. */
export interface BinPort {
  /** Takes the locks of a change of such records. */
  lock(tx: Tx): Promise<void>;
  /** Returns the row to write. @throws ApiError `conflict`, with the fields of names that are taken */
  prepare(tx: Tx, record: ReturningRecord): Promise<PreparedRecord>;
  /** Returns the claims on its files; none by default. */
  claims?(row: BinnedRow): readonly Claim[];
  /** Joins the record, which is back, with what has no row of its own in the bin. Writes its entry in the trail when it returns true. */
  finish?(tx: Tx, caller: OfficeCaller, record: ReturningRecord, name: string): Promise<boolean>;
}
