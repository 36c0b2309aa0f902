import { useKeys } from "../../../lib/keys.ts";
import type { Layer } from "../../karaoke/layers.ts";
import { type ChangeSettings, rates, type TrainerSettings } from "./settings.ts";
import type { Trainer, TrainerState } from "./trainer.ts";

interface TrainerActions {
  trainer: Trainer;
  state: TrainerState;
  settings: TrainerSettings;
  change: ChangeSettings;
  toggleLayer: (layer: Layer) => void;
  showKeys: () => void;
  /** Shows what records the own voice, which has these keys from then on. */
  askVoice: (() => void) | undefined;
}

/** Elements that Space presses. */
const pressed = "button, a, summary, input";

/** The keys of the trainer, but for those of the own voice once it is shown; `key-sheet.tsx` shows all. */
export function useTrainerKeys(actions: TrainerActions): void {
  const { trainer, state, settings, change, toggleLayer, showKeys, askVoice } = actions;
  const done = (task: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat) task();
    return true;
  };
  const previous = done(() => trainer.goTo(state.line - 1));
  const next = done(() => trainer.goTo(state.line + 1));
  const repeat = done(trainer.repeat);
  const faster = (step: 1 | -1) =>
    done(() => {
      const rate = rates[rates.findIndex((each) => each === settings.rate) + step];
      if (rate !== undefined) change({ rate });
    });
  useKeys({
    " ": (event) => {
      if (event.target instanceof Element && event.target.closest(pressed)) return false;
      if (!event.repeat) trainer.toggle();
      return true;
    },
    k: done(trainer.toggle),
    ArrowLeft: previous,
    a: previous,
    ArrowRight: next,
    d: next,
    r: repeat,
    s: repeat,
    l: done(() => change({ repeats: settings.repeats === null ? 1 : null })),
    q: done(() => change({ pause: settings.pause === "none" ? "after" : "none" })),
    "-": faster(-1),
    "+": faster(1),
    "=": faster(1),
    o: done(() => toggleLayer("text")),
    t: done(() => toggleLayer("translation")),
    p: done(() => toggleLayer("reading")),
    ...(askVoice && { m: done(askVoice), n: done(askVoice), b: done(askVoice) }),
    "?": done(showKeys),
  });
}
