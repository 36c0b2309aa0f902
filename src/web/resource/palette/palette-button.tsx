import { Search } from "lucide";
import { useEffectEvent, useLayoutEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useKeys } from "../../lib/keys.ts";
import { Icon } from "../../ui/icon.tsx";
import { useOpenScreens } from "../area/open-screens.ts";
import { useHelp } from "../help/help.ts";
import { asScreen } from "../views/use-default-view.ts";
import { KeySheet, mainKey } from "./key-sheet.tsx";
import styles from "./palette.module.css";
import { Palette } from "./palette.tsx";

/** Opens the command palette, as Ctrl+K does from anywhere but a dialog; `?` opens the sheet of keys, H the help, G and a letter a screen. */
export function PaletteButton({ logout }: { logout: () => void }) {
  const [shown, setShown] = useState<"palette" | "keys">();
  const close = () => setShown(undefined);
  const onShortcut = useEffectEvent(() => {
    if (shown === "palette") close();
    else if (!document.querySelector(".scrim, dialog[open]")) setShown("palette");
  });
  // Before the frame is painted: from then on a press counts.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!event.repeat) onShortcut();
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
  const navigate = useNavigate();
  const screens = useOpenScreens();
  const showHelp = useHelp();
  const toScreens = screens.flatMap(({ key, path }) => {
    const go = () => {
      void navigate(path, { state: asScreen });
      return true;
    };
    return key ? [[`g ${key}`, go] as const] : [];
  });
  useKeys({
    ...Object.fromEntries(toScreens),
    h: () => {
      showHelp?.();
      return showHelp !== undefined;
    },
    "?": () => {
      setShown("keys");
      return true;
    },
  });
  return (
    <>
      <button
        type="button"
        className={`btn btn--line btn--sm ${styles.button}`}
        aria-label={`Tìm nhanh ${mainKey} K`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setShown("palette")}
      >
        <Icon icon={Search} />
        <span className={styles.buttonText}>Tìm nhanh</span>{" "}
        <kbd className={`${styles.key} ${styles.buttonText}`}>{mainKey} K</kbd>
      </button>
      {shown === "palette" && <Palette onClose={close} onKeys={() => setShown("keys")} logout={logout} />}
      {shown === "keys" && <KeySheet onClose={close} />}
    </>
  );
}
