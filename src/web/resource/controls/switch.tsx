import { useId } from "react";

interface SwitchProps {
  label: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  /** Shows the switch alone, as in a table whose column names it; screen readers still read the label. */
  isLabelHidden?: boolean;
}

/** Turns something on or off at once, outside a form. */
export function Switch({ label, isSelected, onChange, isDisabled, isLabelHidden }: SwitchProps) {
  const id = useId();
  return (
    <div className={isLabelHidden ? "switch switch--bare" : "switch"}>
      <input
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its state by itself
        role="switch"
        checked={isSelected}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id} className={isLabelHidden ? "sr" : undefined}>
        {label}
      </label>
    </div>
  );
}
