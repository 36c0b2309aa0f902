import { useDraft } from "../../lib/use-draft.ts";

/** The customer's wish for changes. */
export interface ChangesDraft {
  text: string;
  /** Second of the version; null for none. */
  second: number | null;
}

interface StoredDraft extends ChangesDraft {
  versionId?: number | undefined;
}

const noDraft: StoredDraft = { text: "", second: null };

/** Keeps the draft about a request for this tab. The second belongs to one version: with a newer one only the text stays. */
export function useChangesDraft(requestId: number, versionId: number) {
  const { draft: stored, change } = useDraft(
    `draft:changes:${requestId}`,
    noDraft,
    ({ text, second, versionId: of }) => ({
      text: typeof text === "string" ? text : "",
      second: Number.isInteger(second) ? (second as number) : null,
      versionId: typeof of === "number" ? of : undefined,
    }),
  );
  const draft: ChangesDraft = { text: stored.text, second: stored.versionId === versionId ? stored.second : null };
  return {
    draft,
    change(fields: Partial<ChangesDraft>) {
      const changed = { ...draft, ...fields };
      const isEmpty = changed.text === "" && changed.second === null;
      change({ ...changed, versionId: isEmpty ? undefined : versionId });
    },
  };
}
