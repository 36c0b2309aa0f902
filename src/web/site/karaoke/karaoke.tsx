/** The lyrics of a song that move with it: the line that sounds stands out and fills as it is sung; a press on a line plays from there. */
import { BookOpen, LocateFixed, Maximize2, Minimize2, Play } from "lucide";
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { isVietnamese, type LineDocument, type SongLine } from "#contract/lyrics/document.ts";
import { clockTime } from "../../lib/format.ts";
import { isSameTrack, type Track } from "../../player/audio-service.ts";
import { PlayButton } from "../../player/play-button.tsx";
import { usePlayer, usePlayerStore } from "../../player/player.ts";
import { Icon } from "../../ui/icon.tsx";
import { lineAt, type TimedLine, timedLines } from "../lines/sung-place.ts";
import { useKnownWords } from "../word-card/known-words.ts";
import { WordCard } from "../word-card/late-word-card.ts";
import { lookupWords } from "../word-card/line-words.ts";
import styles from "./karaoke.module.css";
import { type Layer, layerNames, layersOf, useHiddenLayers } from "./layers.ts";
import { KaraokeLine, type Lookup } from "./line.tsx";
import { useFollowing } from "./use-following.ts";
import { useFullScreen } from "./use-full-screen.ts";
import { useSungLine } from "./use-sung-line.ts";

const rates = [0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

interface KaraokeProps {
  song: Track;
  document: LineDocument;
  /** Seconds; the moment that the address names. */
  start?: number | undefined;
}

export default function Karaoke({ song, document: lyrics, start }: KaraokeProps) {
  const player = usePlayerStore();
  const stage = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const lines = useMemo(() => timedLines(lyrics, (song.duration ?? 0) * 1000), [lyrics, song.duration]);
  const { current: sung, next, countIn } = useSungLine(song, lines, list);
  const isStarted = usePlayer((state) => state.started && isSameTrack(state.track, song));
  const [wasStarted, setStarted] = useState(isStarted);
  if (isStarted && !wasStarted) setStarted(true);
  const prepared = usePlayer((state) => (!wasStarted && isSameTrack(state.track, song) ? state.position : undefined));
  /** The moment at which the song waits for its first play. */
  const waiting = wasStarted || start === undefined ? undefined : (prepared ?? start);
  const current = waiting === undefined ? sung : lineAt(lines, waiting * 1000);
  const following = useFollowing(box, list, current >= 0 ? current : countIn > 0 ? next : -1);
  const full = useFullScreen(stage);
  const [hidden, toggleLayer] = useHiddenLayers();
  const [isSpoken, setSpoken] = useState(false);
  const isPlaying = usePlayer((state) => state.playing && isSameTrack(state.track, song));
  const lookup = useLookup(song, lyrics);
  const available = layersOf(lyrics);
  const shown = new Set(available.filter((layer) => !hidden.has(layer)));
  if (shown.size === 0) shown.add("text");

  const showStart = useEffectEvent(() => {
    stage.current?.scrollIntoView({ block: "center" });
    following.follow();
  });
  useEffect(() => {
    if (start !== undefined) showStart();
  }, [start]);

  function playFrom(seconds: number) {
    player.play(song);
    player.seek(seconds);
  }

  function playLine(line: TimedLine) {
    playFrom((line.start ?? 0) / 1000);
    following.followFrom(lines.indexOf(line));
  }

  return (
    <div ref={stage} className={full.isFull ? `${styles.stage} ${styles.full}` : styles.stage}>
      {waiting !== undefined && (
        <button type="button" className={`btn btn--primary btn--sm ${styles.start}`} onClick={() => playFrom(waiting)}>
          <Icon icon={Play} />
          Phát từ {clockTime(waiting)}
        </button>
      )}
      <div className={styles.tools}>
        {full.isFull && (
          <PlayButton title={song.title} state={isPlaying ? "playing" : "idle"} onPress={() => player.toggle(song)} />
        )}
        {available.length > 1 && <LayerButtons layers={available} shown={shown} onToggle={toggleLayer} />}
        {song.file === undefined && !isVietnamese(lyrics.language) && (
          <button
            type="button"
            className={`btn btn--sm ${styles.layer}`}
            aria-pressed={lookup.isOn}
            onPointerEnter={() => void WordCard.preload()}
            onClick={lookup.toggle}
          >
            <Icon icon={BookOpen} />
            Tra từ
          </button>
        )}
        <Speed song={song} />
        <button type="button" className="ibtn" onClick={() => void full.toggle()}>
          <Icon icon={full.isFull ? Minimize2 : Maximize2} />
          <span className="sr">{full.isFull ? "Thu nhỏ lời" : "Lời toàn màn hình"}</span>
        </button>
      </div>
      {lookup.isOn && <p className="hint">Bấm một từ để xem cách đọc, nghĩa và lưu vào Sổ từ.</p>}
      <div ref={box} className={styles.box}>
        <ol ref={list} className={styles.lines}>
          {lines.map((line, place) => (
            <KaraokeLine
              // oxlint-disable-next-line react/no-array-index-key -- a line has no other name
              key={place}
              timed={line}
              languages={lyrics}
              shown={shown}
              isCurrent={place === current}
              countIn={place === next ? countIn : 0}
              lookup={lookup.isOn ? lookup : undefined}
              onPlay={playLine}
            />
          ))}
        </ol>
      </div>
      <div className={styles.foot}>
        {following.isFree && current >= 0 && (
          <button type="button" className="btn btn--line btn--sm" onClick={following.follow}>
            <Icon icon={LocateFixed} />
            Theo lời đang hát
          </button>
        )}
        <label className={styles.spoken}>
          <input type="checkbox" checked={isSpoken} onChange={(event) => setSpoken(event.target.checked)} />
          Trình đọc màn hình đọc từng câu
        </label>
      </div>
      {isSpoken && (
        <p className="sr" aria-live="polite" lang={lyrics.language ?? undefined}>
          {lines[current]?.line.text}
        </p>
      )}
      {lookup.opened && (
        <Suspense>
          <WordCard song={song} lyrics={lyrics} {...lookup.opened} resumes onClose={lookup.close} />
        </Suspense>
      )}
    </div>
  );
}

/** The mode in which words are looked up, and the word that is open. */
function useLookup(song: Track, lyrics: LineDocument) {
  const { language } = lyrics;
  const [isOn, setOn] = useState(false);
  const [opened, setOpened] = useState<{ line: SongLine; char: number | undefined }>();
  const { of, findOfSong } = useKnownWords();
  return {
    isOn,
    opened,
    wordsOf: (line) => lookupWords(line, lyrics),
    isSaved: (text) => of(language, text) !== undefined,
    open: (line, char) => setOpened({ line, char }),
    close: () => setOpened(undefined),
    toggle() {
      setOn(!isOn);
      if (!isOn) void findOfSong(song.id);
    },
  } satisfies Lookup & Record<string, unknown>;
}

interface LayerButtonsProps {
  layers: readonly Layer[];
  shown: ReadonlySet<Layer>;
  onToggle: (layer: Layer) => void;
}

function LayerButtons({ layers, shown, onToggle }: LayerButtonsProps) {
  return (
    <div className="chips" role="group" aria-label="Phần lời hiện ra">
      {layers.map((layer) => (
        <button
          key={layer}
          type="button"
          className={`btn btn--sm ${styles.layer}`}
          aria-pressed={shown.has(layer)}
          onClick={() => onToggle(layer)}
        >
          {layerNames[layer]}
        </button>
      ))}
    </div>
  );
}

/** The speed of the song, from half to whole, at the same pitch. */
function Speed({ song }: { song: Track }) {
  const player = usePlayerStore();
  const rate = usePlayer((state) => (isSameTrack(state.track, song) ? state.rate : 1));
  const isLoaded = usePlayer((state) => isSameTrack(state.track, song));
  return (
    <label className={styles.speed}>
      <span className="sr">Tốc độ</span>
      <select
        className="input"
        value={rate}
        disabled={!isLoaded}
        onChange={(event) => player.setRate(Number(event.target.value))}
      >
        {rates.map((each) => (
          <option key={each} value={each}>
            {each.toLocaleString("vi-VN")}×
          </option>
        ))}
      </select>
    </label>
  );
}
