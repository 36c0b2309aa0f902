import { AreaLayout, LayoutFallback } from "../resource/area/layout.tsx";
import { requireSession } from "../resource/area/session.ts";
import type { Route } from "./+types/layout.ts";
import { staffArea } from "./area.tsx";

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireSession(staffArea, request);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <LayoutFallback area={staffArea} />;
}

export default function StaffLayout() {
  return <AreaLayout area={staffArea} />;
}
