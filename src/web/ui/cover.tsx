import { useEffect, useMemo, useRef, useState } from "react";
import { songCover } from "./cover-art.ts";

/** A song's picture: its thumbnail, else (or when that fails to load) the generated cover. Decoration, hidden from screen readers. */
export function Cover({ song }: { song: { id: number; title: string; thumbnail_url: string | null } }) {
  const { id, title, thumbnail_url: source } = song;
  const [failed, setFailed] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  const drawing = useMemo(() => ({ __html: songCover(id, title) }), [id, title]);

  // An image of a server-rendered page may have failed before React listened.
  useEffect(() => {
    if (source !== null && image.current?.complete && image.current.naturalWidth === 0) setFailed(source);
  }, [source]);

  if (source === null || failed === source) {
    return <div className="cover" aria-hidden="true" dangerouslySetInnerHTML={drawing} />;
  }
  return (
    <div className="cover" aria-hidden="true">
      <img
        ref={image}
        src={source}
        alt=""
        width={400}
        height={400}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(source)}
      />
    </div>
  );
}
