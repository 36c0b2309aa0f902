/** A word of a line: how it is read, what it means, and the way into the notebook. */
import { BookmarkCheck, BookmarkPlus, Check, CircleAlert, Play, Square } from "lucide";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { LineDocument, SongLine } from "#contract/lyrics/document.ts";
import { unknownLanguage } from "#contract/notebook-rules.ts";
import { useUserAuth } from "../../lib/session.tsx";
import type { Track } from "../../player/audio-service.ts";
import { playSpan } from "../../player/play-span.ts";
import { player, useIsPlaying } from "../../player/player.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { CloseButton, Dialog } from "../../ui/modal.tsx";
import { useToast } from "../../ui/toast.tsx";
import { timedLines } from "../karaoke/sung-place.ts";
import { lineSpan } from "../learn/use-learn-song.ts";
import { randomUuid } from "../notebook/random-uuid.ts";
import { useAttempt } from "../notebook/use-attempt.ts";
import { routes } from "../routes.ts";
import { returnTo } from "../sign-in/return-path.ts";
import { valuesOf } from "../sign-in/use-field-form.ts";
import { type KnownWord, useKnownWords } from "./known-words.ts";
import { type LookupWord, lookupWords } from "./line-words.ts";
import { SpeakButton } from "./speak-button.tsx";
import styles from "./word-card.module.css";
import { WordFields } from "./word-fields.tsx";

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
  const before = useRef<number>(undefined);
  useEffect(() => {
    const { playing, track } = player.getState();
    if (!playing || track?.id !== song.id || track.file !== undefined) return;
    before.current = player.positionNow();
    player.pause();
  }, [song.id]);
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
        cancel.current = isPlaying ? undefined : playSpan(song, span);
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
  const { busy, error, setError, attempt } = useAttempt();
  const showToast = useToast();
  const { findWord } = notebook;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each word and user
  useEffect(() => void findWord(language, word.text), [language, word.text, isAuthenticated]);

  const { reading, meaning, note } = saved ?? word;
  const isOpen = opened ?? (!saved && meaning === null);
  const isLineSaved = saved?.lines.includes(line.text) ?? false;

  function save(form: HTMLFormElement) {
    const values = valuesOf(form);
    const text = (name: string) => values[name]?.trim() || null;
    const given = isOpen
      ? { reading: text("reading"), meaning: text("meaning"), note: text("note") }
      : { reading, meaning, note };
    void attempt(async () => {
      if (saved && saved.id !== null && isLineSaved) {
        await notebook.change(saved.id, given);
        setOpen(false);
        return showToast("Đã lưu thay đổi");
      }
      const result = await notebook.save({
        client_id: saved?.id === null ? saved.client_id : randomUuid(),
        language: language ?? unknownLanguage,
        text: word.text,
        ...given,
        line: { song_id: song.id, place: lyrics.lines.indexOf(line), text: line.text },
      });
      if (result === "full") return setError("Máy này đã giữ đủ số từ. Bạn đăng nhập để lưu tiếp vào Sổ từ nhé.");
      setOpen(false);
      showToast(result === "notebook" ? "Đã lưu vào Sổ từ" : "Đã giữ từ trên máy này");
    });
  }

  return (
    <form
      className={styles.entry}
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
    >
      {isOpen ? (
        <WordFields key={saved?.client_id} values={{ reading, meaning, note }} readingLanguage={reading_language} />
      ) : (
        <dl className={styles.facts}>
          <Fact name="Cách đọc" value={reading} lang={reading_language} />
          <Fact name="Nghĩa" value={meaning} />
          <Fact name="Ghi chú" value={note} />
        </dl>
      )}
      {error !== undefined && (
        <p className="error" role="alert">
          <Icon icon={CircleAlert} />
          {error}
        </p>
      )}
      <div className={styles.acts}>
        {saved && isLineSaved && !isOpen ? (
          <SavedMark saved={saved} />
        ) : (
          <button type="submit" className="btn btn--primary" disabled={busy}>
            <Icon icon={saved ? Check : BookmarkPlus} />
            {busy ? "Đang lưu..." : !saved ? "Lưu vào Sổ từ" : isLineSaved ? "Lưu thay đổi" : "Thêm câu này vào Sổ từ"}
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

function SavedMark({ saved }: { saved: KnownWord }) {
  return (
    <p className={styles.saved}>
      <span className="badge badge--success">
        <Icon icon={BookmarkCheck} />
        {saved.id === null ? "Đã giữ trên máy này" : "Đã lưu"}
      </span>
      {saved.id !== null && (
        <Link className="link" to={routes.notebook.path}>
          Mở Sổ từ
        </Link>
      )}
    </p>
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
