import { BookmarkCheck, BookmarkPlus } from "lucide";
import { useEffect, useState } from "react";
import type { ExerciseWord } from "#contract/learn/words.ts";
import { unknownLanguage } from "#contract/notebook-rules.ts";
import { useAction } from "../../../lib/use-action.ts";
import { ErrorText } from "../../../ui/error-text.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useLearnSong } from "../../lines/use-learn-song.ts";
import { wordKeyOf } from "../../notebook/guest-words.ts";
import { useKnownWords } from "../../word-card/known-words.ts";
import { lookupWords } from "../../word-card/line-words.ts";

/** Saves the words that were missed, each once and with its line, in the notebook or on this device; nothing where all are there. */
export function SaveWords({ words }: { words: readonly ExerciseWord[] }) {
  const { song, document, lines } = useLearnSong();
  const { language } = document;
  const notebook = useKnownWords();
  const { findOfSong } = notebook;
  useEffect(() => void findOfSong(song.id), [findOfSong, song.id]);
  const { isBusy, error, setError, run } = useAction("Chưa lưu được các từ. Bạn thử lại nhé.");
  const [saved, setSaved] = useState<{ count: number; place: "notebook" | "device" }>();
  const all = [...new Map(words.map((word) => [wordKeyOf(language, word.text), word])).values()];
  const missing = all.filter(({ text }) => !notebook.of(language, text));

  const save = () =>
    run(async () => {
      let place: "notebook" | "device" = "notebook";
      for (const word of missing) {
        const line = lines[word.line]?.line;
        if (!line) continue;
        const entry = lookupWords(line, document).find(({ start, end }) => start <= word.start && word.start < end);
        const result = await notebook.save({
          language: language ?? unknownLanguage,
          text: word.text,
          reading: word.reading,
          ...(entry?.text === word.text && { reading: entry.reading, meaning: entry.meaning, note: entry.note }),
          line: { song_id: song.id, place: document.lines.indexOf(line), text: line.text },
        });
        if (result === "full") return setError("Máy này đã giữ đủ số từ. Bạn đăng nhập để lưu tiếp vào Sổ từ nhé.");
        place = result;
      }
      setSaved({ count: missing.length, place });
    });

  if (missing.length === 0 && !saved && !isBusy) return null;
  return (
    <>
      <button
        type="button"
        className="btn btn--line"
        disabled={isBusy || saved !== undefined}
        onClick={() => void save()}
      >
        <Icon icon={saved ? BookmarkCheck : BookmarkPlus} />
        <span>
          {saved
            ? `Đã ${saved.place === "notebook" ? "lưu" : "giữ"} ${saved.count} từ ${saved.place === "notebook" ? "vào Sổ từ" : "trên máy này"}`
            : isBusy
              ? "Đang lưu..."
              : `Lưu ${missing.length} từ này vào Sổ từ`}
        </span>
      </button>
      {error !== undefined && <ErrorText isAnnounced>{error}</ErrorText>}
    </>
  );
}
