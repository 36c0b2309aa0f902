/** The frame of every public page: header, content, footer. */
import { Outlet } from "react-router";
import { Shell } from "./shell.tsx";

export default function SiteLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
