/** Help about the screens of a back office, shown in the screen that it is about. */
import { type ComponentType, createContext, useContext } from "react";
import type { ScreenMenu } from "../area/screens.ts";

/** The help of each screen of a menu, by the screen's path. */
export type HelpTopics<M extends ScreenMenu> = Readonly<Record<M["screens"][number]["path"], ComponentType>>;

export interface HelpProps {
  /** Path of the screen whose help is shown. */
  path: string;
  onShow: (path: string) => void;
  onClose: () => void;
}

/** Shows the help of the screen with the path; of the screen that is open by default. */
export type ShowHelp = (path?: string) => void;

export const HelpContext = createContext<ShowHelp | undefined>(undefined);

/** Returns what shows the help of a screen; undefined outside of a screen. */
export function useHelp(): ShowHelp | undefined {
  return useContext(HelpContext);
}

/** Label of every button that opens the help of the open screen. */
export const ownHelpLabel = "Hướng dẫn trang này";
