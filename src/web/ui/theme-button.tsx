import { Moon, Sun } from "lucide";
import { useTheme } from "../lib/theme.tsx";
import { Icon } from "./icon.tsx";
import styles from "./theme-button.module.css";

export function ThemeButton() {
  const { toggle } = useTheme();
  return (
    <button type="button" className={`ibtn ${styles.theme}`} aria-label="Đổi giao diện sáng hoặc tối" onClick={toggle}>
      <Icon icon={Moon} className={styles.moon} />
      <Icon icon={Sun} className={styles.sun} />
    </button>
  );
}
