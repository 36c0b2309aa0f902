import { useState } from "react";
import type { BinItem } from "#contract/bin.ts";
import { useRestore } from "../../resource/bin/use-restore.ts";
import { binRefreshes } from "./bin-calls.ts";

/** Restores an item with one press. @param onTaken called from the message that its name is taken */
export function RestoreButton({ item, onTaken }: { item: BinItem; onTaken: () => void }) {
  const restore = useRestore(binRefreshes);
  const [isBusy, setIsBusy] = useState(false);
  const { entity, entity_id, name } = item;
  return (
    <button
      type="button"
      className="btn btn--line btn--sm"
      aria-label={`Khôi phục: ${name}`}
      aria-disabled={isBusy}
      onClick={() => {
        if (isBusy) return;
        setIsBusy(true);
        void restore(entity, entity_id, onTaken).finally(() => setIsBusy(false));
      }}
    >
      Khôi phục
    </button>
  );
}
