import { AreaLayout, LayoutFallback } from "../resource/area/layout.tsx";
import { requireSession } from "../resource/area/session.ts";
import type { Route } from "./+types/layout.ts";
import { adminArea } from "./area.ts";

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireSession(adminArea, request);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <LayoutFallback area={adminArea} />;
}

export default function AdminLayout() {
  return <AreaLayout area={adminArea} />;
}
