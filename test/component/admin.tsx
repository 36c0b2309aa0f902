/** Renders screens of the back office in their layout, with a logged-in administrator. */
import type { Api } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";
import * as layout from "../../src/web/admin/layout.tsx";
import * as frame from "../../src/web/resource/area/screen.tsx";
import { type Rendered, type RouteModule, renderRoute } from "./render.tsx";
import { loggedInAdmin } from "./samples.ts";
import { type Answers, type StubbedApi, stubApi } from "./stub-api.ts";

/** Renders a screen at a path such as `/admin/songs?page=2`, with stubbed endpoints. @param path of its route, if that has parameters */
export async function openAdmin(
  screen: RouteModule,
  address: string,
  answers: Answers,
  { path = address.split("?")[0] ?? address }: { path?: string } = {},
): Promise<Rendered & { api: StubbedApi }> {
  const api = stubApi({ ...loggedInAdmin(), ...answers });
  const rendered = await renderRoute(screen, { path, at: address, layouts: [layout, frame] });
  return { ...rendered, api };
}

type AdminContact = Reply<Api["GET /api/admin/support"]>["items"][number];

/** Returns a contact as the administrator's endpoints reply it. */
export function anAdminContact(fields: Partial<AdminContact> = {}): AdminContact {
  return {
    id: 1,
    name: "Tổng đài",
    type: "phone",
    value: "1900 0000",
    icon_url: null,
    color: "green-500",
    is_active: true,
    sort_order: 1,
    description: null,
    created_at: "2026-05-01T08:00:00.000Z",
    ...fields,
  };
}
