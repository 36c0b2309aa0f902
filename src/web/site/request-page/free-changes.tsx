import type { CustomerRequest } from "#contract/requests.ts";
import { freeChangesText } from "./free-changes-text.ts";

/** How many of the free changes are used. Beyond them the customer still tells a wish, and hears a price before anyone works on it. */
export function FreeChanges({ request }: { request: Pick<CustomerRequest, "free_changes" | "changes_done"> }) {
  return <p className="hint">{freeChangesText(request)}</p>;
}
