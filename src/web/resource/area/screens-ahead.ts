import { useEffect } from "react";
import { loadRouteCode } from "../../lib/route-code.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { useArea } from "./area.ts";
import { isOpenTo } from "./screens.ts";

/** The browser's wish to save traffic, where it tells one. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Fetches the code of the screens of the menu, one in each idle moment, so that a press needs no more of the network than the data. Not in
 * development, where code is made when it is asked for.
 */
export function useScreensAhead(): void {
  const { menu, role } = useArea();
  const ownRole = role?.();
  useEffect(() => {
    if (!import.meta.env.PROD || savesData()) return;
    const paths = menu.screens.filter((screen) => !screen.isOfRecord && isOpenTo(screen, ownRole));
    const drops = paths.map(({ path }) => whenIdle(() => void loadRouteCode(path)));
    return () => {
      for (const drop of drops) drop();
    };
  }, [menu, ownRole]);
}
