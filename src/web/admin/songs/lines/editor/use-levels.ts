import { useEffect, useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import { playableUrl } from "../../../../player/audio-service.ts";
import { type Levels, measureLevels, storedLevels } from "./levels.ts";

/** Returns how loud a song is: as it is stored, until the browser has measured it finely. */
export function useLevels(song: Song): Levels | undefined {
  const [measured, setMeasured] = useState<Levels>();
  const { duration } = song;
  // Each reply has another signed address of the same file.
  const [url] = useState(() => playableUrl(song));
  useEffect(() => {
    if (url === null) return;
    const abort = new AbortController();
    measureLevels(url, { duration }, abort.signal).then(
      (levels) => !abort.signal.aborted && setMeasured(levels),
      // What can't be read is drawn as it is stored.
      () => undefined,
    );
    return () => abort.abort();
  }, [url, duration]);
  return measured ?? storedLevels(song);
}
