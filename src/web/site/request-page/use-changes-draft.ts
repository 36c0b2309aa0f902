import { useEffect, useState } from "react";
import { readSession, writeSession } from "../../lib/storage.ts";

/** The customer's wish for changes. */
export interface ChangesDraft {
  text: string;
  /** Second of the version; null for none. */
  second: number | null;
}

interface StoredDraft extends ChangesDraft {
  versionId: number | undefined;
}

const noDraft: StoredDraft = { text: "", second: null, versionId: undefined };

/** Keeps the draft about a request for this tab. The second belongs to one version: with a newer one only the text stays. */
export function useChangesDraft(requestId: number, versionId: number) {
  // Read after hydration: the server's HTML knows no draft.
  const [stored, setStored] = useState(noDraft);
  useEffect(() => setStored(readDraft(requestId)), [requestId]);
  const draft: ChangesDraft = { text: stored.text, second: stored.versionId === versionId ? stored.second : null };
  return {
    draft,
    change(fields: Partial<ChangesDraft>) {
      const changed = { ...draft, ...fields, versionId };
      setStored(changed);
      const isEmpty = changed.text === "" && changed.second === null;
      writeSession(`changesDraft:${requestId}`, isEmpty ? null : JSON.stringify(changed));
    },
  };
}

function readDraft(requestId: number): StoredDraft {
  try {
    const value: unknown = JSON.parse(readSession(`changesDraft:${requestId}`) ?? "{}");
    const { text, second, versionId } = (value ?? {}) as Record<keyof StoredDraft, unknown>;
    return {
      text: typeof text === "string" ? text : "",
      second: Number.isInteger(second) ? (second as number) : null,
      versionId: typeof versionId === "number" ? versionId : undefined,
    };
  } catch {
    return noDraft;
  }
}
