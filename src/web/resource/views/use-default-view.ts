import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";

/** The state of a navigation to a screen as such, by the menu or the palette: its list opens with the default view. */
export const asScreen = { isAsScreen: true } as const;

/**
 * Opens the default view of a list that was opened as a screen, or is the first page of the visit. A link of another screen shows the rows
 * that it names.
 */
export function useDefaultView(href: string | undefined): void {
  const { key, search, state } = useLocation() as { key: string; search: string; state: unknown };
  const navigate = useNavigate();
  const isWanted = search === "" && (key === "default" || (state as typeof asScreen | null)?.isAsScreen === true);
  const open = useEffectEvent(() => {
    if (href !== undefined) void navigate(href, { replace: true, preventScrollReset: true });
  });
  const isKnown = href !== undefined;
  useEffect(() => {
    if (isWanted && isKnown) open();
  }, [isWanted, isKnown]);
}
