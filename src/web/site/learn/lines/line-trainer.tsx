/** Practises a song line by line: one line large, heard as often and as slowly as wanted, with the song waiting where it should. */
import { BookOpen, Keyboard, Mic, SlidersHorizontal } from "lucide";
import { Suspense, useRef, useState } from "react";
import { isVietnamese } from "#contract/lyrics/document.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { LateDialog } from "../../../ui/late-dialog.tsx";
import { Act, More } from "../../../ui/more.tsx";
import { Redraw } from "../../../ui/redraw.tsx";
import { useTellInView } from "../../dock/page-player.tsx";
import { type Layer, layersOf } from "../../karaoke/layers.ts";
import { KaraokeLine } from "../../karaoke/line.tsx";
import { useFollowing } from "../../karaoke/use-following.ts";
import type { TimedLine } from "../../lines/sung-place.ts";
import { type HeardLine, useLearnSong } from "../../lines/use-learn-song.ts";
import { WordCard } from "../../word-card/late-word-card.ts";
import styles from "./line-trainer.module.css";
import { OwnVoice } from "./own-voice.tsx";
import { rates, useTrainerSettings } from "./settings.ts";
import { Stage } from "./stage.tsx";
import { TrainerBar } from "./trainer-bar.tsx";
import { useTrainer } from "./use-trainer.ts";
import { useTrainerKeys } from "./use-trainer-keys.ts";

const SettingsDialog = lazyPart(async () => (await import("./settings-dialog.tsx")).SettingsDialog, LateDialog);
const KeySheet = lazyPart(async () => (await import("./key-sheet.tsx")).KeySheet, LateDialog);

const onlyText: ReadonlySet<Layer> = new Set(["text"]);

export function LineTrainer() {
  const learned = useLearnSong();
  const { song, document: lyrics, lines } = learned;
  const [settings, change] = useTrainerSettings();
  const [trainer, state] = useTrainer(learned, settings);
  const [dialog, setDialog] = useState<"settings" | "keys" | "words">();
  const close = () => setDialog(undefined);
  const layers = layersOf(lyrics);
  const [shown, toggleLayer] = useShownLayers(layers, settings.hidden, state.line);
  const box = useRef<HTMLDivElement>(null);
  useTellInView(box, song.id);
  const listBox = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useFollowing(listBox, list, state.line);
  const line = lines[state.line] as HeardLine;
  const [removals, setRemovals] = useState(0);
  const [isVoiceAsked, setVoiceAsked] = useState(false);
  const askVoice = () => setVoiceAsked(true);
  const actions = { trainer, state, settings, change };
  useTrainerKeys({
    ...actions,
    toggleLayer,
    showKeys: () => setDialog("keys"),
    askVoice: isVoiceAsked ? undefined : askVoice,
  });

  function jumpTo(timed: TimedLine) {
    trainer.goTo(lines.findIndex((line) => line === timed));
  }

  return (
    <div ref={box} className={styles.trainer}>
      <div className={styles.main}>
        <div className={styles.frame}>
          <Stage
            song={song}
            lyrics={lyrics}
            lines={lines}
            state={state}
            settings={settings}
            layers={layers}
            shown={shown}
            onToggleLayer={toggleLayer}
          />
          <div className={styles.more}>
            <More label="Thêm cho câu này">
              <label className={styles.speed}>
                Tốc độ
                <select
                  className="select"
                  value={settings.rate}
                  onChange={(event) => change({ rate: Number(event.target.value) })}
                >
                  {rates.map((rate) => (
                    <option key={rate} value={rate}>
                      {rate.toLocaleString("vi-VN")}×
                    </option>
                  ))}
                </select>
              </label>
              <Act icon={Mic} disabled={isVoiceAsked} onPress={askVoice}>
                Thu giọng bạn
              </Act>
              {!isVietnamese(lyrics.language) && (
                <Act icon={BookOpen} onPress={() => setDialog("words")}>
                  Tra từ trong câu
                </Act>
              )}
              <Act icon={SlidersHorizontal} onPress={() => setDialog("settings")}>
                Cách luyện
              </Act>
              <Act icon={Keyboard} className="no-touch" onPress={() => setDialog("keys")}>
                Phím tắt
              </Act>
            </More>
          </div>
        </div>
        <TrainerBar {...actions} count={lines.length} />
        {/* Anew when all recordings were removed. */}
        {isVoiceAsked && <OwnVoice key={removals} line={line} trainer={trainer} state={state} settings={settings} />}
      </div>
      <section className={styles.all} aria-labelledby="all-lines">
        <h2 id="all-lines">Tất cả các câu</h2>
        <div ref={listBox} className={styles.box}>
          <Redraw>
            <ol ref={list} className={styles.list}>
              {lines.map((line, place) => (
                <KaraokeLine
                  // oxlint-disable-next-line react/no-array-index-key -- a line has no other name
                  key={place}
                  timed={line}
                  languages={lyrics}
                  shown={onlyText}
                  isCurrent={place === state.line}
                  countIn={0}
                  onPlay={jumpTo}
                />
              ))}
            </ol>
          </Redraw>
        </div>
      </section>
      <Suspense>
        {dialog === "settings" && (
          <SettingsDialog
            settings={settings}
            layers={layers}
            onChange={change}
            onVoiceRemoved={() => setRemovals(removals + 1)}
            onClose={close}
          />
        )}
        {dialog === "keys" && <KeySheet onClose={close} />}
        {dialog === "words" && <WordCard song={song} lyrics={lyrics} line={line.line} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** The layers that are shown of a line: those that are not hidden by default, but for what was asked of this line. */
function useShownLayers(
  layers: readonly Layer[],
  hidden: readonly Layer[],
  line: number,
): [ReadonlySet<Layer>, (layer: Layer) => void] {
  const [turned, setTurned] = useState<{ line: number; layers: readonly Layer[] }>({ line, layers: [] });
  const here = turned.line === line ? turned.layers : [];
  const shown = new Set(layers.filter((layer) => hidden.includes(layer) === here.includes(layer)));
  return [
    shown,
    (layer) =>
      setTurned({ line, layers: here.includes(layer) ? here.filter((each) => each !== layer) : [...here, layer] }),
  ];
}
