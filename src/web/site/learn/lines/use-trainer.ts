import { useEffect, useState, useSyncExternalStore } from "react";
import { usePlayerStore } from "../../../player/player.ts";
import type { LearnSong } from "../../lines/use-learn-song.ts";
import type { TrainerSettings } from "./settings.ts";
import { createTrainer, type Trainer, type TrainerState } from "./trainer.ts";

/** Returns the trainer of a song for as long as the component is there, and where it is. */
export function useTrainer({ song, lines }: LearnSong, settings: TrainerSettings): [Trainer, TrainerState] {
  const player = usePlayerStore();
  const [trainer] = useState(() => createTrainer(player, song, lines, settings));
  useEffect(() => trainer.open(), [trainer]);
  useEffect(() => trainer.setSettings(settings), [trainer, settings]);
  useEffect(() => player.prepare(song), [player, song]);
  return [trainer, useSyncExternalStore(trainer.subscribe, trainer.getState)];
}
