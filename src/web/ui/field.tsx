import { Eye, EyeOff } from "lucide";
import { type InputHTMLAttributes, useState } from "react";
import { FieldFrame } from "./field-frame.tsx";
import { Icon } from "./icon.tsx";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  error?: string;
}

export function Field({ label, hint, error, type = "text", ...input }: FieldProps) {
  const [isVisible, setVisible] = useState(false);
  if (type !== "password") {
    return (
      <FieldFrame label={label} hint={hint} error={error}>
        {(control) => <input {...input} {...control} className="input" type={type} />}
      </FieldFrame>
    );
  }
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <div className="secret">
          <input {...input} {...control} className="input" type={isVisible ? "text" : type} />
          <button
            type="button"
            className="ibtn"
            aria-label={isVisible ? "Ẩn mật khẩu" : "Hiện mật khẩu"}
            aria-controls={control.id}
            onClick={() => setVisible(!isVisible)}
          >
            {isVisible ? <Icon icon={EyeOff} /> : <Icon icon={Eye} />}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
