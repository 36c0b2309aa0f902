import { useEffect, useState } from "react";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { readInBrowser } from "../read-api.ts";

export type LinesState = "loading" | "failed" | { document: LineDocument | null };

/** Reads the published lines of a song, and again on `retry`. */
export function useLines(songId: number): { lines: LinesState; retry: () => void } {
  const [lines, setLines] = useState<LinesState>("loading");
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOutdated = false;
    readInBrowser("GET /api/songs/{id}/lines", { params: { id: songId } }).then(
      ({ data: { document } }) => !isOutdated && setLines({ document }),
      () => !isOutdated && setLines("failed"),
    );
    return () => {
      isOutdated = true;
    };
  }, [songId, attempt]);
  return {
    lines,
    retry() {
      setLines("loading");
      setAttempt(attempt + 1);
    },
  };
}
