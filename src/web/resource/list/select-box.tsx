interface SelectBoxProps {
  label: string;
  /** Shows the label beside the box. */
  hasText?: boolean;
  isSelected: boolean;
  isPartial?: boolean;
  /** @param isRange pressed with the Shift key */
  onChange: (isSelected: boolean, isRange: boolean) => void;
}

/** The box that selects a row or the page. */
export function SelectBox({ label, hasText = false, isSelected, isPartial = false, onChange }: SelectBoxProps) {
  return (
    <label className={hasText ? "check-line" : "select-box"}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = isPartial;
        }}
        checked={isSelected}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof PointerEvent && nativeEvent.shiftKey)
        }
      />
      <span className={hasText ? undefined : "sr"}>{label}</span>
    </label>
  );
}
