/** The languages of the layers of a song's lines. */
import { useId } from "react";
import type { LineLanguages } from "#contract/lyrics/document.ts";
import { commonLanguages, languageName } from "../../../lib/language-names.ts";
import styles from "./lines.module.css";

export function Languages({
  languages,
  onChange,
}: {
  languages: LineLanguages;
  onChange: (languages: LineLanguages) => void;
}) {
  return (
    <div className={styles.languages}>
      <LanguageField
        label="Ngôn ngữ của lời gốc"
        value={languages.language}
        // Readings are in Latin letters.
        onChange={(language) => onChange({ ...languages, language, reading_language: language && `${language}-Latn` })}
      />
      <LanguageField
        label="Ngôn ngữ của lời dịch"
        value={languages.translation_language}
        onChange={(translation_language) => onChange({ ...languages, translation_language })}
      />
    </div>
  );
}

interface LanguageFieldProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

function LanguageField({ label, value, onChange }: LanguageFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="select" value={value ?? ""} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">Chưa rõ</option>
        {(value && !commonLanguages.includes(value) ? [value, ...commonLanguages] : commonLanguages).map((tag) => (
          <option key={tag} value={tag}>
            {languageName(tag)}
          </option>
        ))}
      </select>
    </div>
  );
}
