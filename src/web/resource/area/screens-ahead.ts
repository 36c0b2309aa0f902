import { useEffect } from "react";
import { loadRouteCode } from "../../lib/route-code.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { useArea } from "./area.ts";
import { isOpenTo } from "./screens.ts";

/** The browser's wish to save traffic, where it tells one. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Fetches the code of the screens of the menu and of their help, one after the other in idle moments, so that a press needs no more of the network than the data
 * and waits for no crowd. The first failure ends it. Not in development, where code is made when it is asked for.
 */
export function useScreensAhead(): void {
  const { Help, menu, role } = useArea();
  const ownRole = role?.();
  useEffect(() => {
    if (!import.meta.env.PROD || savesData()) return;
    const screens = menu.screens.filter((screen) => !screen.isOfRecord && isOpenTo(screen, ownRole));
    let drop = () => {};
    let isOver = false;
    const fetchFrom = (place: number) => {
      const path = screens[place]?.path;
      if (isOver) return;
      if (path === undefined) {
        void Help.preload();
        return;
      }
      drop = whenIdle(() => void loadRouteCode(path).then((isThere) => isThere && fetchFrom(place + 1)));
    };
    fetchFrom(0);
    return () => {
      isOver = true;
      drop();
    };
  }, [Help, menu, ownRole]);
}
