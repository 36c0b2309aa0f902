/** The words of one line with their readings and meanings, to correct in place. */
import { ChevronDown } from "lucide";
import { useState } from "react";
import {
  type LineDocument,
  type LineWord,
  maxLineWords,
  maxShortText,
  type SongLine,
} from "#contract/lyrics/document.ts";
import { wordsOf } from "#contract/lyrics/words.ts";
import { Icon } from "../../../../ui/icon.tsx";
import styles from "./words.module.css";

export type WordTexts = Partial<Pick<LineWord, "reading" | "meaning">>;

interface LineWordsProps {
  document: LineDocument;
  line: SongLine;
  /** Number of the line, from 0. */
  number: number;
  onChange: (word: number, values: WordTexts) => void;
}

const fields = [
  { field: "reading", label: "Phiên âm" },
  { field: "meaning", label: "Nghĩa" },
] as const;

/** Folded until it is wanted; nothing for a line without words. */
export function LineWords({ document, line, number, onChange }: LineWordsProps) {
  const [isOpen, setOpen] = useState(false);
  const words = wordsOf(line, document.language).slice(0, maxLineWords);
  if (words.length === 0) return null;
  const languages = { reading: document.reading_language, meaning: document.translation_language };
  return (
    <details className={styles.words} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {words.length} từ của dòng {number + 1}
        <Icon icon={ChevronDown} />
      </summary>
      {isOpen && (
        <ol className={styles.wordList}>
          {words.map((word, place) => {
            const text = line.text.slice(word.start_char, word.end_char);
            return (
              <li key={word.start_char} className={styles.word}>
                <span lang={document.language ?? undefined}>{text}</span>
                {fields.map(({ field, label }) => (
                  <input
                    key={field}
                    className="input"
                    aria-label={`${label} của “${text}”, từ ${place + 1} dòng ${number + 1}`}
                    placeholder={label}
                    lang={languages[field] ?? undefined}
                    maxLength={maxShortText}
                    data-undone=""
                    value={word[field] ?? ""}
                    onChange={({ target }) => onChange(place, { [field]: target.value || null })}
                  />
                ))}
              </li>
            );
          })}
        </ol>
      )}
    </details>
  );
}
