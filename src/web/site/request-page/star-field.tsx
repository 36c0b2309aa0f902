import { Star } from "lucide";
import { useId } from "react";
import { ErrorText } from "../../ui/error-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./star-field.module.css";

interface StarFieldProps {
  /** 0 for none. */
  value: number;
  error: string | undefined;
  onChange(stars: number): void;
}

/** One to five stars, chosen like radio buttons. */
export function StarField({ value, error, onChange }: StarFieldProps) {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="label">Bạn cho mấy sao? *</legend>
      <div className={styles.stars}>
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} className={stars <= value ? styles.full : undefined}>
            <input
              className="sr"
              type="radio"
              name="stars"
              aria-label={`${stars} sao`}
              value={stars}
              checked={stars === value}
              onChange={() => onChange(stars)}
            />
            <Icon icon={Star} />
          </label>
        ))}
      </div>
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </fieldset>
  );
}
