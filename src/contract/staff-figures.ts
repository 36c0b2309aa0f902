/** Figures of staff members: open, late and delivered requests. */
import { z } from "zod";
import type { Endpoints } from "./endpoint.ts";

/** Of the requests that a member has. */
export const StaffFigures = z
  .object({
    /** New or in progress. */
    open: z.int(),
    /** Open ones past their due time. */
    late: z.int(),
    /** Those whose customer could hear a song for the first time this month, in Vietnam. */
    delivered_this_month: z.int(),
    delivered: z.int(),
    /** Mean of the delivered ones, with one decimal; null before the first. */
    changes_per_song: z.number().nullable(),
    /** Mean working days from the day on which a request came to its first delivery, with one decimal; null before the first. */
    days_needed: z.number().nullable(),
  })
  .meta({ id: "StaffFigures" });
export type StaffFigures = z.output<typeof StaffFigures>;

/** Figures of an active member. */
export const MemberFigures = StaffFigures.extend({ id: z.int(), full_name: z.string() }).meta({ id: "MemberFigures" });
export type MemberFigures = z.output<typeof MemberFigures>;

export const staffFigures = {
  "GET /api/staff/requests/figures": {
    access: ["staff"],
    tag: "Bàn làm việc của nhân viên",
    summary: "Số liệu của người đang đăng nhập; giám sát viên thấy thêm của từng nhân viên đang làm việc",
    reply: z.object({
      own: StaffFigures,
      /** In the order of their names; empty for ordinary staff. */
      members: z.array(MemberFigures),
    }),
  },
} as const satisfies Endpoints;
