import { useEffect, useMemo, useRef, useState } from "react";
import { songCover } from "#art/cover.ts";
import { pictureFormats, pictureSet } from "#contract/pictures.ts";
import { whenIdle } from "../lib/when-idle.ts";

interface Drawing {
  id: number;
  title: string;
  /** It is what a page opens with: loaded before all other pictures, not only when it comes near the screen. */
  first?: boolean;
  /** It stands below what a page opens with: the server leaves the drawing to the browser, which makes it when it is idle. */
  late?: boolean;
}

/** The song's thumbnail; without one, or when it fails to load, the generated cover is drawn. */
interface Picture {
  image: string | null;
  /** How wide it is shown, as in an image's `sizes`. */
  sizes: string;
}

type CoverProps = Drawing & (Picture | { image?: never; sizes?: never });

/** Drawings by id and title: about 3 kB each, and the same songs stand on many pages. */
const drawings = new Map<string, { readonly __html: string }>();
const mostDrawings = 500;

/** What React sets. It is drawn when it is read, which never happens where the server's drawing already stands. */
function drawingOf(id: number, title: string): { readonly __html: string } {
  const key = `${id} ${title}`;
  let drawing = drawings.get(key);
  if (!drawing) {
    if (drawings.size >= mostDrawings) drawings.clear();
    let html: string | undefined;
    drawing = {
      get __html() {
        html ??= songCover(id, title);
        return html;
      },
    };
    drawings.set(key, drawing);
  }
  return drawing;
}

const nothing = { __html: "" };
/** Whether the server's page was taken over: what comes from then on stands in nobody's way. */
let takenOver = false;

function useDrawn(late: boolean): boolean {
  const [drawn, setDrawn] = useState(!late || takenOver);
  useEffect(() => {
    takenOver = true;
    return drawn ? undefined : whenIdle(() => setDrawn(true));
  }, [drawn]);
  return drawn;
}

/** A song's picture. Decoration beside its title, hidden from screen readers. */
export function Cover({ id, title, image, sizes, first = false, late = false }: CoverProps) {
  const [failed, setFailed] = useState<string>();
  const drawn = useDrawn(late && !image);
  const element = useRef<HTMLImageElement>(null);
  const drawing = useMemo(() => drawingOf(id, title), [id, title]);

  // An image of a server-rendered page may have failed before React listened.
  useEffect(() => {
    if (image && element.current?.complete && element.current.naturalWidth === 0) setFailed(image);
  }, [image]);

  // Browsers that know `auto` measure the place of a picture that is loaded late by themselves.
  const shownSizes = first ? sizes : `auto, ${sizes ?? ""}`;
  if (!image || failed === image) {
    return <div className="cover" aria-hidden="true" dangerouslySetInnerHTML={drawn ? drawing : nothing} />;
  }
  return (
    <div className="cover" aria-hidden="true">
      <picture>
        {pictureFormats.map((format) => {
          const set = pictureSet(image, format);
          return set && <source key={format} type={`image/${format}`} srcSet={set} sizes={shownSizes} />;
        })}
        <img
          ref={element}
          className="cover__image"
          src={image}
          alt=""
          width={400}
          height={400}
          sizes={shownSizes}
          loading={first ? "eager" : "lazy"}
          fetchPriority={first ? "high" : "auto"}
          decoding="async"
          onError={() => setFailed(image)}
        />
      </picture>
    </div>
  );
}
