/** The layers of lyrics that a listener wants to see, remembered on this device. */
import { useState } from "react";
import type { LineDocument, SongLine } from "#contract/lyrics/document.ts";
import { readStored, writeStored } from "../../lib/storage.ts";

export const layers = ["text", "translation", "reading"] as const;
export type Layer = (typeof layers)[number];

export const layerNames: Readonly<Record<Layer, string>> = {
  text: "Lời gốc",
  translation: "Tiếng Việt",
  reading: "Phiên âm",
};

/** Returns the layers that a song has. */
export function layersOf({ lines }: LineDocument): Layer[] {
  const has = {
    text: true,
    translation: lines.some(({ translation }) => translation !== null),
    reading: lines.some(({ reading, words }) => reading !== null || words.some((word) => word.reading !== null)),
  };
  return layers.filter((layer) => has[layer]);
}

const noLetter = /[^\p{L}\p{M}\p{N}]+/gu;
const letters = (text: string) => text.normalize().replace(noLetter, "").toLowerCase();

/** True for a line whose reading is that of its words, one after the other, which stand above them. */
export function isReadAbove({ text, words, reading }: SongLine): boolean {
  const read = words
    .toReversed()
    .reduce(
      (all, word) =>
        all.slice(0, word.start_char) +
        (word.reading ?? all.slice(word.start_char, word.end_char)) +
        all.slice(word.end_char),
      text,
    );
  return read !== text && letters(read) === letters(reading ?? "");
}

/** The layers that are hidden. What would hide all of a song shows its text. */
export function useHiddenLayers(): [ReadonlySet<Layer>, (layer: Layer) => void] {
  const [hidden, setHidden] = useState(readHidden);
  return [
    hidden,
    (layer) => {
      const next = new Set(layers.filter((each) => hidden.has(each) !== (each === layer)));
      setHidden(next);
      writeStored("hiddenLyrics", next.size > 0 ? JSON.stringify([...next]) : null);
    },
  ];
}

function readHidden(): ReadonlySet<Layer> {
  const stored = readStored("hiddenLyrics") ?? "";
  return new Set(layers.filter((layer) => stored.includes(`"${layer}"`)));
}
