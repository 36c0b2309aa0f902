import { lazyPart } from "../../lib/lazy-part.tsx";
import { LateDialog } from "../../ui/late-dialog.tsx";

/** The card of a word; its code loads when it is first opened. */
export const WordCard = lazyPart(async () => (await import("./word-card.tsx")).default, LateDialog);
