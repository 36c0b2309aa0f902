/** A word of a line: how it is read, what it means, and the way into the notebook. */
import { BookmarkCheck, BookmarkPlus, Check, Play, Square } from "lucide";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { LineDocument, SongLine } from "#contract/lyrics/document.ts";
import { unknownLanguage } from "#contract/notebook-rules.ts";
import { valuesOf } from "../../lib/form-values.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { useAction } from "../../lib/use-action.ts";
import type { Track } from "../../player/audio-service.ts";
import { playSpan } from "../../player/play-span.ts";
import { useIsPlaying, usePlayerStore } from "../../player/player.ts";
import { ErrorText } from "../../ui/error-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { CloseButton, Dialog } from "../../ui/modal.tsx";
import { useToast } from "../../ui/toast.tsx";
import { timedLines } from "../lines/sung-place.ts";
import { lineSpan } from "../lines/use-learn-song.ts";
import { SpeakButton } from "../notebook/speak-button.tsx";
import { WordFields } from "../notebook/word-fields.tsx";
import { routes } from "../routes.ts";
import { returnTo } from "../sign-in/return-path.ts";
import { type KnownWord, useKnownWords, type WordFields as WordTexts } from "./known-words.ts";
import { type LookupWord, lookupWords } from "./line-words.ts";
import styles from "./word-card.module.css";

export interface WordCardProps {
  song: Track;
  lyrics: LineDocument;
  line: SongLine;
  /** A place in the text of the line, in UTF-16 units: the word that stands there is opened; the first one without it. */
  char?: number | undefined;
  /** Whether a song that was playing goes on where it was once the card is closed. */
  resumes?: boolean;
  onClose(): void;
}

export default function WordCard({ song, lyrics, line, char, resumes = false, onClose }: WordCardProps) {
  const title = useId();
  const words = lookupWords(line, lyrics);
  const [place, setPlace] = useState(() => Math.max(0, placeAt(words, char)));
  const resume = useInterruption(song);
  const word = words[place];

  function close() {
    if (resumes) resume();
    onClose();
  }

  return (
    <Dialog open onClose={close} labelledBy={title} width={34}>
      <div className="modal__head">
        <h2 id={title} className={styles.title} lang={lyrics.language ?? undefined}>
          {word?.text ?? line.text}
        </h2>
        {word && <SpeakButton text={word.text} language={lyrics.language} />}
        <CloseButton label="Đóng" onClose={close} />
      </div>
      <div className={`modal__body ${styles.body}`}>
        <section className={styles.line} aria-label="Câu hát">
          <LineClip song={song} lyrics={lyrics} line={line} />
          <div>
            <p lang={lyrics.language ?? undefined} className={styles.text}>
              {word ? <Marked text={line.text} word={word} /> : line.text}
            </p>
            {line.reading !== null && <p lang={lyrics.reading_language ?? undefined}>{line.reading}</p>}
            {line.translation !== null && <p lang={lyrics.translation_language ?? undefined}>{line.translation}</p>}
          </div>
        </section>
        {words.length > 1 && (
          <div className="chips" role="group" aria-label="Từ trong câu" lang={lyrics.language ?? undefined}>
            {words.map(({ text, start }, each) => (
              <button
                key={start}
                type="button"
                className={`btn btn--sm ${styles.word}`}
                aria-pressed={each === place}
                onClick={() => setPlace(each)}
              >
                {text}
              </button>
            ))}
          </div>
        )}
        {word ? (
          <Entry key={word.start} song={song} lyrics={lyrics} line={line} word={word} />
        ) : (
          <p className="muted">Câu này không có từ nào để tra.</p>
        )}
      </div>
    </Dialog>
  );
}

function placeAt(words: readonly LookupWord[], char = 0): number {
  const at = words.findIndex(({ end }) => char < end);
  return at < 0 ? words.length - 1 : at;
}

/** Pauses the song while a card is open. Returns a function that lets it go on where it was, if it was playing. */
function useInterruption(song: Track): () => void {
  const player = usePlayerStore();
  const before = useRef<number>(undefined);
  useEffect(() => {
    const { playing, track } = player.getState();
    if (!playing || track?.id !== song.id || track.file !== undefined) return;
    before.current = player.positionNow();
    player.pause();
  }, [player, song.id]);
  return () => {
    if (before.current === undefined) return;
    player.play(song);
    player.seek(before.current);
  };
}

function Marked({ text, word: { start, end } }: { text: string; word: LookupWord }) {
  return (
    <>
      {text.slice(0, start)}
      <mark className={styles.mark}>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

/** Plays the line, where it has a time. */
function LineClip({ song, lyrics, line }: Pick<WordCardProps, "song" | "lyrics" | "line">) {
  const player = usePlayerStore();
  const isPlaying = useIsPlaying(song.id);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  const timed = timedLines(lyrics, (song.duration ?? 0) * 1000)[lyrics.lines.indexOf(line)];
  if (timed?.start == null) return null;
  const span = lineSpan({ start: timed.start, end: timed.end });
  return (
    <button
      type="button"
      className="play"
      aria-label={isPlaying ? "Dừng câu này" : "Nghe câu này"}
      onClick={() => {
        cancel.current?.();
        cancel.current = isPlaying ? undefined : playSpan(player, song, span);
        if (isPlaying) player.pause();
      }}
    >
      <Icon icon={isPlaying ? Square : Play} className="i--fill" />
    </button>
  );
}

interface EntryProps extends Pick<WordCardProps, "song" | "lyrics" | "line"> {
  word: LookupWord;
}

/** The facts about the word, and the form that saves it. */
function Entry({ song, lyrics, line, word }: EntryProps) {
  const { language, reading_language } = lyrics;
  const notebook = useKnownWords();
  const saved = notebook.of(language, word.text);
  const { isAuthenticated, isLoading } = useUserAuth();
  const [opened, setOpen] = useState<boolean>();
  const { isBusy, error, setError, run } = useAction("Chưa lưu được. Bạn thử lại nhé.");
  const showToast = useToast();
  const { findWord } = notebook;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each word and user
  useEffect(() => void findWord(language, word.text), [language, word.text, isAuthenticated]);

  const { reading, meaning, note } = saved ?? word;
  const texts = { reading, meaning, note };
  /** The texts that the fields began with, once something was written: the word may be found in the notebook only then. */
  const [begun, setBegun] = useState<WordTexts>();
  const beginning = begun ?? texts;
  const isOpen = opened ?? (!saved && meaning === null);
  const isWaiting = saved?.waiting.includes(line.text) ?? false;
  const isLineSaved = isWaiting || (saved?.lines.includes(line.text) ?? false);

  function close() {
    setBegun(undefined);
    setOpen(false);
  }

  function save(form: HTMLFormElement) {
    const values = valuesOf(form);
    const written = (name: keyof WordTexts) => {
      const text = values[name]?.trim() || null;
      return text === beginning[name] ? texts[name] : text;
    };
    const given = isOpen ? { reading: written("reading"), meaning: written("meaning"), note: written("note") } : texts;
    const savedId = saved?.id ?? null;
    void run(async () => {
      // First, since the line may be left to wait on this device, and to save it again never replaces a text.
      if (savedId !== null && isOpen) {
        await notebook.change(savedId, given);
        setBegun(undefined);
      }
      if (savedId !== null && isLineSaved) {
        close();
        return showToast("Đã lưu thay đổi");
      }
      const result = await notebook.save({
        language: language ?? unknownLanguage,
        text: word.text,
        ...(savedId === null && given),
        line: { song_id: song.id, place: lyrics.lines.indexOf(line), text: line.text },
      });
      if (result === "full") return setError("Máy này đã giữ đủ số từ. Bạn đăng nhập để lưu tiếp vào Sổ từ nhé.");
      close();
      showToast(result === "notebook" ? "Đã lưu vào Sổ từ" : "Đã giữ từ trên máy này");
    });
  }

  return (
    <form
      className={styles.entry}
      noValidate
      onInput={() => {
        setBegun(beginning);
        setOpen(true);
      }}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
    >
      {begun && saved && !isSame(begun, texts) && (
        <>
          <p className="muted">Trong sổ đã có từ này:</p>
          <Facts texts={texts} readingLanguage={reading_language} />
        </>
      )}
      {isOpen ? (
        <WordFields key={JSON.stringify(beginning)} values={beginning} readingLanguage={reading_language} />
      ) : (
        <Facts texts={texts} readingLanguage={reading_language} />
      )}
      {error !== undefined && <ErrorText isAnnounced>{error}</ErrorText>}
      <div className={styles.acts}>
        {saved && isLineSaved && !isOpen ? (
          <SavedMark saved={saved} isWaiting={isWaiting} />
        ) : (
          <button type="submit" className="btn btn--primary" disabled={isBusy}>
            <Icon icon={saved ? Check : BookmarkPlus} />
            <span>
              {isBusy
                ? "Đang lưu..."
                : !saved
                  ? "Lưu vào Sổ từ"
                  : isLineSaved
                    ? "Lưu thay đổi"
                    : "Thêm câu này vào Sổ từ"}
            </span>
          </button>
        )}
        {!isOpen && (
          <button type="button" className="btn btn--line" onClick={() => setOpen(true)}>
            Ghi theo ý bạn
          </button>
        )}
      </div>
      {!isAuthenticated && !isLoading && (
        <p className="hint">
          Chưa đăng nhập, từ được giữ trên máy này.{" "}
          <Link className="link" to={routes.login.path} state={returnTo(`/songs/${song.id}`)}>
            Đăng nhập
          </Link>{" "}
          để đưa vào Sổ từ và ôn lại đúng lúc.
        </p>
      )}
    </form>
  );
}

interface FactsProps {
  texts: WordTexts;
  readingLanguage: string | null;
}

function SavedMark({ saved, isWaiting }: { saved: KnownWord; isWaiting: boolean }) {
  return (
    <p className={styles.saved}>
      <span className="badge badge--success">
        <Icon icon={BookmarkCheck} />
        <span>{isWaiting ? "Đã giữ trên máy này" : "Đã lưu"}</span>
      </span>
      {saved.id !== null && (
        <Link className="link" to={routes.notebook.path}>
          Mở Sổ từ
        </Link>
      )}
    </p>
  );
}

const isSame = (one: WordTexts, other: WordTexts) =>
  one.reading === other.reading && one.meaning === other.meaning && one.note === other.note;

function Facts({ texts: { reading, meaning, note }, readingLanguage }: FactsProps) {
  return (
    <dl className={styles.facts}>
      <Fact name="Cách đọc" value={reading} lang={readingLanguage} />
      <Fact name="Nghĩa" value={meaning} />
      <Fact name="Ghi chú" value={note} />
    </dl>
  );
}

function Fact({ name, value, lang }: { name: string; value: string | null; lang?: string | null }) {
  if (value === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd lang={lang ?? undefined}>{value}</dd>
    </>
  );
}
