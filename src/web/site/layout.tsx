import { Outlet } from "react-router";
import { Shell } from "./shell.tsx";

export default function SiteLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
