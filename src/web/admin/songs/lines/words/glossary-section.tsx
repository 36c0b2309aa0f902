/** The words that a song teaches: typed, taken from its lines, or pasted; saved with the lines. */
import { Download, FileUp, Pencil, Plus, Trash2, WandSparkles } from "lucide";
import { useMemo, useRef, useState } from "react";
import { type GlossaryEntry, type LineDocument, maxGlossary } from "#contract/lyrics/document.ts";
import { glossaryKey } from "#contract/lyrics/glossary.ts";
import { glossaryCandidates } from "#contract/lyrics/glossary-candidates.ts";
import { withEntries, writeGlossary } from "#contract/lyrics/glossary-text.ts";
import type { Oddity } from "#contract/lyrics/lyrics-text.ts";
import { readingLanguageOf } from "#contract/lyrics/reading-language.ts";
import { groupedNumber } from "../../../../lib/format.ts";
import { saveFile } from "../../../../lib/save-file.ts";
import { Banner } from "../../../../resource/controls/banner.tsx";
import { IconButton } from "../../../../resource/controls/icon-button.tsx";
import { errorMessage, useChange } from "../../../../resource/data/queries.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { GlossaryForm } from "./glossary-form.tsx";
import { GlossaryImport } from "./glossary-import.tsx";
import { readingTexts, readingTimeout } from "./suggest-readings.tsx";
import { useLatest } from "./use-latest.ts";
import styles from "./words.module.css";

interface GlossarySectionProps {
  song: { id: number; title: string };
  document: LineDocument;
  onChange: (document: LineDocument) => void;
}

/** The part that is open: a new word, the word of a place, or the field for a list. */
type Open = { kind: "new"; entry: GlossaryEntry } | { kind: "entry"; place: number } | { kind: "import" };

const entriesAtOnce = 50;
const candidatesAtOnce = 12;
const emptyEntry: GlossaryEntry = { word: "", reading: null, meaning: null, note: null };
const full = `Từ vựng của bài có tối đa ${maxGlossary} từ`;

export function GlossarySection({ song, document, onChange }: GlossarySectionProps) {
  const { glossary, language } = document;
  const [open, setOpen] = useState<Open>();
  const [shown, setShown] = useState(entriesAtOnce);
  const [status, setStatus] = useState("");
  const [oddities, setOddities] = useState<readonly Oddity[]>([]);
  const [problem, setProblem] = useState<string>();
  const addButton = useRef<HTMLButtonElement>(null);
  const latest = useLatest(document);
  const suggest = useChange("POST /api/songs/{id}/lines/readings", {
    refreshes: [],
    timeout: readingTimeout,
    ...readingTexts,
  });
  const unread = glossary.filter(({ reading }) => reading === null);
  const isFull = glossary.length >= maxGlossary;

  function close(): void {
    setOpen(undefined);
    addButton.current?.focus();
  }

  function tell(text: string): void {
    setStatus(text);
    setOddities([]);
    setProblem(undefined);
  }

  /** Saves a word at a place, or a new one. Returns what is wrong with it. */
  function save(entry: GlossaryEntry, place?: number): string | undefined {
    if (entry.word === "") return "Vui lòng nhập từ";
    const same = glossary.findIndex(({ word }) => glossaryKey(word) === glossaryKey(entry.word));
    if (same >= 0 && same !== place) return `“${entry.word}” đã có trong từ vựng của bài`;
    if (place === undefined && isFull) return full;
    onChange({ ...document, glossary: place === undefined ? [...glossary, entry] : glossary.with(place, entry) });
    tell(`Đã ${place === undefined ? "thêm" : "sửa"} “${entry.word}”.`);
    close();
    return undefined;
  }

  function remove(place: number): void {
    onChange({ ...document, glossary: glossary.toSpliced(place, 1) });
    tell(`Đã bỏ “${glossary[place]?.word}”.`);
    close();
  }

  function take(entries: GlossaryEntry[], odd: Oddity[]): void {
    const { glossary: merged, added, changed, left } = withEntries(glossary, entries);
    onChange({ ...document, glossary: merged });
    const rest = left > 0 ? ` Còn ${groupedNumber(left)} từ không thêm được: ${full.toLowerCase()}.` : "";
    tell(`Đã thêm ${groupedNumber(added)} từ, sửa ${groupedNumber(changed)} từ.${rest}`);
    setOddities(odd);
    close();
  }

  async function suggestReadings(): Promise<void> {
    const known = readingLanguageOf(language);
    if (known === undefined || suggest.isPending) return;
    tell("");
    const lines = unread.map(({ word }) => ({ text: word, words: [{ start_char: 0, end_char: word.length }] }));
    try {
      const { data } = await suggest.mutateAsync({ params: { id: song.id }, body: { language: known, lines } });
      const readings = new Map(
        unread.map(({ word }, place) => {
          const { reading, words } = data.lines[place] ?? { reading: null, words: [] };
          // Kana are read in Latin letters.
          return [word, words[0]?.reading ?? reading?.toLowerCase() ?? null];
        }),
      );
      let filled = 0;
      const next = latest.current.glossary.map((entry) => {
        const reading = entry.reading === null ? (readings.get(entry.word) ?? null) : null;
        if (reading === null) return entry;
        filled++;
        return { ...entry, reading };
      });
      if (filled > 0) onChange({ ...latest.current, glossary: next });
      tell(
        filled > 0 ? `Đã điền phiên âm cho ${groupedNumber(filled)} từ. Bạn đọc lại nhé.` : "Không có gì để điền thêm.",
      );
    } catch (error) {
      setProblem(errorMessage(error, readingTexts.fallback));
    }
  }

  const form = (entry: GlossaryEntry, place?: number) => (
    <GlossaryForm
      key={`${place} ${entry.word}`}
      entry={entry}
      document={document}
      isNew={place === undefined}
      onSave={(saved) => save(saved, place)}
      onCancel={close}
    />
  );
  const rest = glossary.length - shown;
  return (
    <div className={styles.part}>
      <div className={styles.tools}>
        <button
          ref={addButton}
          type="button"
          className="btn btn--line btn--sm"
          onClick={() => setOpen({ kind: "new", entry: emptyEntry })}
        >
          <Icon icon={Plus} />
          Thêm từ
        </button>
        <button type="button" className="btn btn--line btn--sm" onClick={() => setOpen({ kind: "import" })}>
          <Icon icon={FileUp} />
          Nhập nhiều từ
        </button>
        {unread.length > 0 && readingLanguageOf(language) !== undefined && (
          <button
            type="button"
            className="btn btn--line btn--sm"
            aria-disabled={suggest.isPending}
            onClick={() => void suggestReadings()}
          >
            <Icon icon={WandSparkles} />
            {suggest.isPending ? "Đang đọc các từ..." : "Gợi ý phiên âm còn thiếu"}
          </button>
        )}
        {glossary.length > 0 && (
          <button
            type="button"
            className="btn btn--line btn--sm"
            onClick={() => saveFile(textFile(glossary), `Từ vựng - ${song.title}.tsv`)}
          >
            <Icon icon={Download} />
            Xuất file
          </button>
        )}
      </div>
      <p role="status" className={status ? undefined : "sr"}>
        {status}
      </p>
      {problem && <Banner kind="danger">{problem}</Banner>}
      {oddities.length > 0 && <OddLines oddities={oddities} />}
      {open?.kind === "new" && form(open.entry)}
      {open?.kind === "import" && <GlossaryImport onRead={take} onClose={close} />}
      {glossary.length === 0 ? (
        <p className="muted">Chưa có từ nào. Người nghe nhấn vào một từ sẽ thấy nghĩa bạn ghi ở đây.</p>
      ) : (
        <ul className={styles.entries} aria-label="Từ vựng của bài">
          {glossary.slice(0, shown).map((entry, place) => (
            <li key={glossaryKey(entry.word)}>
              {open?.kind === "entry" && open.place === place ? (
                form(entry, place)
              ) : (
                <Entry
                  entry={entry}
                  document={document}
                  onEdit={() => setOpen({ kind: "entry", place })}
                  onRemove={() => remove(place)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <button type="button" className="btn btn--line btn--sm" onClick={() => setShown(shown + entriesAtOnce)}>
          Hiện thêm, còn {groupedNumber(rest)} từ
        </button>
      )}
      {!isFull && (
        <Candidates
          document={document}
          onChoose={({ word, reading, meaning }) =>
            setOpen({ kind: "new", entry: { word, reading, meaning, note: null } })
          }
        />
      )}
    </div>
  );
}

// A byte order mark, so that spreadsheets read Vietnamese.
const textFile = (glossary: readonly GlossaryEntry[]) =>
  new Blob([`\ufeff${writeGlossary(glossary)}`], { type: "text/tab-separated-values;charset=utf-8" });

interface EntryProps {
  entry: GlossaryEntry;
  document: LineDocument;
  onEdit: () => void;
  onRemove: () => void;
}

function Entry({ entry: { word, reading, meaning, note }, document, onEdit, onRemove }: EntryProps) {
  return (
    <div className={styles.entry}>
      <p>
        <b lang={document.language ?? undefined}>{word}</b>{" "}
        {reading && (
          <span className="muted" lang={document.reading_language ?? undefined}>
            {reading}
          </span>
        )}
      </p>
      <p>
        {meaning ?? <span className="muted">Chưa có nghĩa</span>}
        {note && <span className={styles.note}>{note}</span>}
      </p>
      <div className={styles.actions}>
        <IconButton label={`Sửa “${word}”`} icon={Pencil} onPress={onEdit} isSmall />
        <IconButton label={`Bỏ “${word}”`} icon={Trash2} onPress={onRemove} isSmall />
      </div>
    </div>
  );
}

interface CandidatesProps {
  document: LineDocument;
  onChoose: (candidate: ReturnType<typeof glossaryCandidates>[number]) => void;
}

function Candidates({ document, onChoose }: CandidatesProps) {
  const [shown, setShown] = useState(candidatesAtOnce);
  const candidates = useMemo(() => glossaryCandidates(document), [document]);
  if (candidates.length === 0) return null;
  const rest = candidates.length - shown;
  return (
    <section className={styles.candidates} aria-label="Từ trong lời chưa có ở đây">
      <p className="hint">Từ trong lời chưa có ở đây, từ ít gặp trước:</p>
      <ul className={styles.chips}>
        {candidates.slice(0, shown).map((candidate) => (
          <li key={candidate.word}>
            <button
              type="button"
              className="btn btn--line btn--sm"
              aria-label={`Thêm “${candidate.word}”`}
              onClick={() => onChoose(candidate)}
            >
              <Icon icon={Plus} />
              <span lang={document.language ?? undefined}>{candidate.word}</span>
            </button>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <button type="button" className="btn btn--sm" onClick={() => setShown(shown + 2 * candidatesAtOnce)}>
              Hiện thêm, còn {groupedNumber(rest)} từ
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}

const shownOddities = 10;

function OddLines({ oddities }: { oddities: readonly Oddity[] }) {
  const rest = oddities.length - shownOddities;
  return (
    <Banner kind="warning">
      <ul className={styles.oddities}>
        {oddities.slice(0, shownOddities).map(({ line, message }) => (
          <li key={line}>
            Dòng {line}: {message}
          </li>
        ))}
        {rest > 0 && <li>và {groupedNumber(rest)} chỗ khác</li>}
      </ul>
    </Banner>
  );
}
