interface SelectBoxProps {
  label: string;
  /** Shows the label beside the box. */
  hasText?: boolean;
  isSelected: boolean;
  isPartial?: boolean;
  isDisabled?: boolean;
  /** @param isRange pressed with the Shift key */
  onChange: (isSelected: boolean, isRange: boolean) => void;
}

/** The box that selects a row or the page. */
export function SelectBox(props: SelectBoxProps) {
  const { label, hasText = false, isSelected, isPartial = false, isDisabled = false, onChange } = props;
  return (
    <label className={hasText ? "check-line" : "select-box"}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = isPartial;
        }}
        checked={isSelected}
        disabled={isDisabled}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof PointerEvent && nativeEvent.shiftKey)
        }
      />
      <span className={hasText ? undefined : "sr"}>{label}</span>
    </label>
  );
}
