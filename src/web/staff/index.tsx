import { redirect } from "react-router";
import { staffMenu } from "./routes.ts";

/** The address that people type: the first screen, whose guard knows the login. */
export function loader() {
  return redirect(staffMenu.screens[0]?.path ?? "/staff/login");
}
