import { useEffect, useMemo, useRef, useState } from "react";
import { songCover } from "#art/cover.ts";

interface CoverProps {
  id: number;
  title: string;
  /** The song's thumbnail; without one, or when it fails to load, the generated cover is drawn. */
  image?: string | null;
}

/** A song's picture. Decoration beside its title, hidden from screen readers. */
export function Cover({ id, title, image }: CoverProps) {
  const [failed, setFailed] = useState<string>();
  const element = useRef<HTMLImageElement>(null);
  const drawing = useMemo(() => ({ __html: songCover(id, title) }), [id, title]);

  // An image of a server-rendered page may have failed before React listened.
  useEffect(() => {
    if (image && element.current?.complete && element.current.naturalWidth === 0) setFailed(image);
  }, [image]);

  if (!image || failed === image) return <div className="cover" aria-hidden="true" dangerouslySetInnerHTML={drawing} />;
  return (
    <div className="cover" aria-hidden="true">
      <img
        ref={element}
        className="cover__image"
        src={image}
        alt=""
        width={400}
        height={400}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(image)}
      />
    </div>
  );
}
