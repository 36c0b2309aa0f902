import type { IconNode } from "lucide";
import type { Ref } from "react";
import { Icon } from "../../ui/icon.tsx";

interface IconButtonProps {
  /** Names the button, and shows as its tooltip. */
  label: string;
  icon: IconNode;
  onPress: () => void;
  isDisabled?: boolean;
  /** Draws 36 px; the target stays 44 px. */
  isSmall?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A round button of an icon alone. */
export function IconButton({ label, icon, onPress, isDisabled, isSmall, ref }: IconButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={isSmall ? "ibtn ibtn--sm" : "ibtn"}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon icon={icon} />
    </button>
  );
}
