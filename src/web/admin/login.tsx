import { LoginFallback, LoginScreen, skipLogin } from "../resource/area/login.tsx";
import { endSession } from "../resource/area/session.ts";
import { adminArea } from "./area.ts";

export function clientLoader() {
  return skipLogin(adminArea);
}
clientLoader.hydrate = true as const;

/** Logs out. */
export function clientAction() {
  endSession(adminArea);
  return null;
}

export function HydrateFallback() {
  return <LoginFallback area={adminArea} />;
}

export default function AdminLogin() {
  return <LoginScreen area={adminArea} />;
}
