import { Moon, Sun } from "lucide";
import { useTheme } from "../lib/theme.tsx";
import { Icon } from "./icon.tsx";

export function ThemeButton() {
  const { toggle } = useTheme();
  return (
    <button type="button" className="ibtn theme" aria-label="Đổi giao diện sáng hoặc tối" onClick={toggle}>
      <Icon icon={Moon} className="i--moon" />
      <Icon icon={Sun} className="i--sun" />
    </button>
  );
}
