import { CircleAlert, Eye, EyeOff } from "lucide";
import { type InputHTMLAttributes, useId, useState } from "react";
import { Icon } from "./icon.tsx";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  error?: string;
}

export function Field({ label, hint, error, type = "text", required, ...input }: FieldProps) {
  const id = useId();
  const [isVisible, setVisible] = useState(false);
  const isPassword = type === "password";
  const control = (
    <input
      {...input}
      id={id}
      className="input"
      type={isPassword && isVisible ? "text" : type}
      required={required}
      aria-invalid={error !== undefined}
      aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
    />
  );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {isPassword ? (
        <div className="secret">
          {control}
          <button
            type="button"
            className="ibtn"
            aria-label={isVisible ? "Ẩn mật khẩu" : "Hiện mật khẩu"}
            aria-controls={id}
            onClick={() => setVisible(!isVisible)}
          >
            {isVisible ? <Icon icon={EyeOff} /> : <Icon icon={Eye} />}
          </button>
        </div>
      ) : (
        control
      )}
      {error ? (
        <p className="error" id={`${id}-error`}>
          <Icon icon={CircleAlert} />
          {error}
        </p>
      ) : (
        hint && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
