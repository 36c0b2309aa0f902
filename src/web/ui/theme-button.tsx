import { Moon, Sun } from "lucide-react";
import { useTheme } from "../lib/theme.tsx";

/** Turns from light to dark and back. */
export function ThemeButton() {
  const { toggle } = useTheme();
  return (
    <button type="button" className="ibtn theme" aria-label="Đổi giao diện sáng hoặc tối" onClick={toggle}>
      <Moon className="i i--moon" aria-hidden="true" />
      <Sun className="i i--sun" aria-hidden="true" />
    </button>
  );
}
