import { LoginFallback, LoginScreen, skipLogin } from "../resource/area/login.tsx";
import { endSession } from "../resource/area/session.ts";
import { staffArea } from "./area.tsx";

export function clientLoader() {
  return skipLogin(staffArea);
}
clientLoader.hydrate = true as const;

/** Logs out. */
export function clientAction() {
  endSession(staffArea);
  return null;
}

export function HydrateFallback() {
  return <LoginFallback area={staffArea} />;
}

export default function StaffLogin() {
  return <LoginScreen area={staffArea} />;
}
