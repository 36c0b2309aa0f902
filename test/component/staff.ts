/** Replies about staff as their own endpoints give them. */
import type { StaffStats } from "#contract/requests.ts";
import type { StaffColleague, StaffInfo } from "#contract/staff.ts";
import type { StaffFigures } from "#contract/staff-figures.ts";

/** Returns a member as their browser stores it. */
export function aStaffInfo(fields: Partial<StaffInfo> = {}): StaffInfo {
  return {
    id: 3,
    username: "thu_ha",
    email: "thu-ha@example.com",
    full_name: "Trần Thu Hà",
    is_supervisor: false,
    ...fields,
  };
}

export function aColleague(fields: Partial<StaffColleague> = {}): StaffColleague {
  return { id: 4, full_name: "Minh Anh", is_supervisor: false, open_requests: 2, late_requests: 0, ...fields };
}

export const someFigures: StaffFigures = {
  open: 6,
  late: 1,
  delivered_this_month: 4,
  delivered: 31,
  changes_per_song: 0.8,
  days_needed: 2.1,
};

export const someStats: StaffStats = {
  total_assigned: 14,
  new: 1,
  processing: 5,
  completed: 7,
  cancelled: 3,
  unassigned_available: 2,
};
