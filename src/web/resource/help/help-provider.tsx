import { type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useArea } from "../area/area.ts";
import { findScreen } from "../area/screens.ts";
import { HelpContext } from "./help.ts";

/** Lets what it contains show help, which a navigation closes. */
export function HelpProvider({ children }: { children: ReactNode }) {
  const { Help, menu } = useArea();
  const { pathname, key } = useLocation();
  const current = findScreen(menu, pathname)?.path;
  const [path, setPath] = useState<string>();
  const show = useCallback((other = current) => setPath(other), [current]);
  const close = useCallback(() => setPath(undefined), []);
  useEffect(() => setPath(undefined), [key]);
  return (
    <HelpContext value={current === undefined ? undefined : show}>
      {children}
      {path !== undefined && (
        <Suspense fallback={null}>
          <Help path={path} onShow={setPath} onClose={close} />
        </Suspense>
      )}
    </HelpContext>
  );
}
