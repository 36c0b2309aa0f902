import type { BulkAction } from "../../resource/resource.ts";
import { memberErrors } from "./request-calls.ts";

const pool = "pool";

/** The changes of many requests at once. */
export const requestBulk: readonly BulkAction[] = [
  {
    kind: "assign_requests",
    label: "Giao cho…",
    verb: "giao",
    note: "Yêu cầu đã hoàn thành hoặc đã hủy giữ nguyên.",
    isMain: true,
    asks: {
      kind: "choice",
      label: "Người phụ trách",
      options: {
        endpoint: "GET /api/admin/staff",
        options: (members) => [
          ...members
            .filter(({ is_active }) => is_active)
            .map(({ id, full_name, open_requests }) => ({
              value: String(id),
              label: `${full_name} (đang làm ${open_requests})`,
            })),
          { value: pool, label: "Không ai: trả về hàng chờ" },
        ],
        ...memberErrors,
      },
      toOptions: (value) => ({ staff_id: value === pool ? null : Number(value) }),
    },
  },
];
