/** The form of a request: its schema and its values. */
import { z } from "zod";
import { RequestChange, RequestStatus, type SongRequest } from "#contract/requests.ts";

const { admin_notes, agreed_price, free_changes } = RequestChange.shape;

export const RequestForm = z.object({
  status: RequestStatus,
  /** Id of the member; empty for the pool. */
  staff_id: z.string().transform((id) => (id === "" ? null : Number(id))),
  agreed_price: agreed_price.unwrap(),
  free_changes: free_changes.unwrap(),
  is_paid: z.boolean(),
  admin_notes,
});
type Values = z.input<typeof RequestForm>;

/** Values of the form; an unknown status is new. */
export function requestValues(request: SongRequest): Values {
  return {
    status: RequestStatus.safeParse(request.status).data ?? "new",
    staff_id: request.staff_id === null ? "" : String(request.staff_id),
    agreed_price: request.agreed_price,
    free_changes: request.free_changes,
    is_paid: request.paid_at !== null,
    admin_notes: request.admin_notes ?? "",
  };
}
