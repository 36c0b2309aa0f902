/** Renders the staff's desk with a logged-in member. */
import type { StaffInfo } from "#contract/staff.ts";
import { writeStored } from "../../src/web/lib/storage.ts";
import * as frame from "../../src/web/resource/area/screen.tsx";
import * as dashboard from "../../src/web/staff/dashboard/screen.tsx";
import * as layout from "../../src/web/staff/layout.tsx";
import { type Rendered, renderRoute } from "./render.tsx";
import { aStaffInfo, someFigures, someStats } from "./staff.ts";
import { type Answers, hangs, type StubbedApi, stubApi } from "./stub-api.ts";

/** Stores a member's session. Returns the replies for it, with a silent stream of changes. */
export function loggedInStaff(fields: Partial<StaffInfo> = {}) {
  const info = aStaffInfo(fields);
  writeStored("staffToken", "staff-token");
  writeStored("staffInfo", JSON.stringify(info));
  return { "GET /api/staff/me": info, "GET /api/staff/changes": hangs() };
}

/** Renders the desk at an address such as `/staff/dashboard?open=12`, with stubbed endpoints. */
export async function openDesk(
  answers: Answers,
  { at = "/staff/dashboard", member }: { at?: string; member?: Partial<StaffInfo> } = {},
): Promise<Rendered & { api: StubbedApi }> {
  const api = stubApi({
    ...loggedInStaff(member),
    "GET /api/staff/requests": { items: [], total: 0 },
    "GET /api/staff/requests/stats": someStats,
    "GET /api/staff/requests/figures": { own: someFigures, members: [] },
    ...answers,
  });
  const rendered = await renderRoute(dashboard, { path: "/staff/dashboard", at, layouts: [layout, frame] });
  return { ...rendered, api };
}
