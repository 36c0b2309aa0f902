/** The address of the page for learning with a song; its query names the way of learning. */

/** The first is the default. */
export const learnModes = ["lines", "cloze", "order"] as const;
export type LearnMode = (typeof learnModes)[number];

export const modeParameter = "mode";

/** Returns the mode that a query names. */
export function modeOf(query: URLSearchParams): LearnMode {
  const named = query.get(modeParameter);
  return learnModes.find((mode) => mode === named) ?? learnModes[0];
}

export function learnPath(songId: number | string, mode: LearnMode = learnModes[0]): string {
  return `/songs/${songId}/learn${mode === learnModes[0] ? "" : `?${modeParameter}=${mode}`}`;
}
