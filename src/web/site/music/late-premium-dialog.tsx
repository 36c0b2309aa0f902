import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { LateDialog } from "../../ui/late-dialog.tsx";
import type { PremiumDialog } from "./premium-dialog.tsx";

const Opened = lazyPart(async () => (await import("./premium-dialog.tsx")).PremiumDialog, LateDialog);

/** `PremiumDialog`, whose code comes with the first press: most visits open none. */
export function LatePremiumDialog(props: ComponentProps<typeof PremiumDialog>) {
  if (!props.song) return null;
  return (
    <Suspense>
      <Opened {...props} />
    </Suspense>
  );
}
