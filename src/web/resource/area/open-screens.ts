import { useArea } from "./area.ts";
import { isOpenTo, type Screen } from "./screens.ts";

/** Returns the screens of the back office that the caller's role opens. */
export function useOpenScreens(): readonly Screen[] {
  const { menu, role } = useArea();
  const own = role?.();
  return menu.screens.filter((screen) => isOpenTo(screen, own));
}
