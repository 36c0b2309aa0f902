/** The player within a song's page, which the dock makes way for while it is in view. */
import { createContext, type ReactNode, type RefObject, useCallback, useContext, useEffect, useState } from "react";

type Show = (song: number, isInView: boolean) => void;

/** Two, so that whoever tells does not read what it has told. */
const SongInView = createContext<number | undefined>(undefined);
const ShowSong = createContext<Show>(() => undefined);

export function PagePlayerProvider({ children }: { children: ReactNode }) {
  const [songInView, setSong] = useState<number>();
  const show = useCallback<Show>((song, isInView) => {
    setSong((present) => (isInView ? song : present === song ? undefined : present));
  }, []);
  return (
    <ShowSong value={show}>
      <SongInView value={songInView}>{children}</SongInView>
    </ShowSong>
  );
}

/** Returns the id of the song whose player is in view. */
export function useSongInView(): number | undefined {
  return useContext(SongInView);
}

/** Tells whether a song's player on the page is in view. */
export function useTellInView(element: RefObject<Element | null>, song: number): void {
  const show = useContext(ShowSong);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => show(song, entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      show(song, false);
    };
  }, [element, song, show]);
}
