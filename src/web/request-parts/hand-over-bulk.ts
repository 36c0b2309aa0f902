/** The hand-over of many requests at once, of the administrator and of supervisors at the desk. */
import type { BulkKind, BulkOptions } from "#contract/bulk.ts";
import type { BulkAction, OptionSource } from "../resource/resource.ts";

const pool = "pool";

interface Member {
  id: number;
  full_name: string;
  open_requests: number;
}

/** Returns the members as choices, with how much they have to do, and the way back to all. */
export function memberChoices(members: readonly Member[]) {
  return [
    ...members.map(({ id, full_name, open_requests }) => ({
      value: String(id),
      label: `${full_name} (đang làm ${open_requests})`,
    })),
    { value: pool, label: "Không ai: trả về hàng chờ" },
  ];
}

/** Returns the action of a list. @param options the members, as `memberChoices` names them */
export function handOverBulk(kind: BulkKind, options: OptionSource): BulkAction {
  return {
    kind,
    label: "Giao cho…",
    verb: "giao",
    note: "Yêu cầu đã hoàn thành hoặc đã hủy giữ nguyên.",
    isMain: true,
    asks: {
      kind: "choice",
      label: "Người phụ trách",
      options,
      toOptions: (value): BulkOptions => ({ staff_id: value === pool ? null : Number(value) }),
    },
  };
}
