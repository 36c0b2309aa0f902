/** The languages of the layers of a song's lines. */
import { useId } from "react";
import type { LineLanguages } from "#contract/lyrics/document.ts";
import styles from "./lines.module.css";

const names: Readonly<Record<string, string>> = {
  vi: "Tiếng Việt",
  en: "Tiếng Anh",
  zh: "Tiếng Trung",
  ja: "Tiếng Nhật",
  ko: "Tiếng Hàn",
  fr: "Tiếng Pháp",
  de: "Tiếng Đức",
  es: "Tiếng Tây Ban Nha",
  ru: "Tiếng Nga",
  th: "Tiếng Thái",
};

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
  const tags = Object.keys(names);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="select" value={value ?? ""} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">Chưa rõ</option>
        {(value && !tags.includes(value) ? [value, ...tags] : tags).map((tag) => (
          <option key={tag} value={tag}>
            {names[tag] ?? tag}
          </option>
        ))}
      </select>
    </div>
  );
}
