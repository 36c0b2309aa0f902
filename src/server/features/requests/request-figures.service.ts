/** Figures of staff members: open, late and delivered requests (docs/rooms/requests.md#versions). */
import type { MemberFigures, StaffFigures } from "#contract/staff-figures.ts";
import type { Staff } from "#server/features/accounts/staff/staff.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { CallerOf } from "#server/platform/http/caller.ts";
import type { Router } from "#server/platform/http/router.ts";
import { startOfVietnamDay, vietnamDay } from "#server/platform/vietnam-time.ts";
import { requestLoads } from "./loads.service.ts";
import { deliveriesByMember } from "./request-figures.repository.ts";

export interface RequestFigures {
  /** Returns the figures of a member, and for a supervisor those of all active ones. */
  of(caller: CallerOf<"staff">): Promise<{ own: StaffFigures; members: MemberFigures[] }>;
}

export interface RequestFiguresDeps {
  db: Db;
  staff: Pick<Staff, "colleagues">;
}

export function createRequestFigures({ db, staff }: RequestFiguresDeps): RequestFigures {
  /** Returns the figures of some members by their ids. */
  async function figuresOf(ids: readonly number[]): Promise<(id: number) => StaffFigures> {
    const month = startOfVietnamDay(`${vietnamDay(Date.now()).slice(0, 7)}-01`).toISOString();
    const [loads, rows] = await Promise.all([requestLoads(db, ids), deliveriesByMember(db, ids, month)]);
    const deliveries = new Map(rows.map((row) => [row.staff_id, row]));
    return (id) => {
      const { open_requests = 0, late_requests = 0 } = loads.get(id) ?? {};
      const { delivered = 0, this_month = 0, changes = 0, days = 0 } = deliveries.get(id) ?? {};
      return {
        open: open_requests,
        late: late_requests,
        delivered_this_month: this_month,
        delivered,
        changes_per_song: mean(changes, delivered),
        days_needed: mean(days, delivered),
      };
    };
  }

  return {
    async of({ id, isSupervisor }) {
      const members = isSupervisor ? await staff.colleagues() : [];
      const figures = await figuresOf([...new Set([id, ...members.map((member) => member.id)])]);
      return {
        own: figures(id),
        members: members.map((member) => ({ id: member.id, full_name: member.full_name, ...figures(member.id) })),
      };
    },
  };
}

/** Returns a mean with one decimal; null of nothing. */
const mean = (sum: number, count: number) => (count === 0 ? null : Math.round((10 * sum) / count) / 10);

export function requestFiguresRoutes(router: Router, figures: RequestFigures): void {
  router.on("GET /api/staff/requests/figures", ({ caller }) => figures.of(caller));
}
