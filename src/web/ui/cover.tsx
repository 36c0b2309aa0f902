import { useEffect, useMemo, useRef, useState } from "react";
import { songCover } from "#art/cover.ts";
import { pictureFormats, pictureSet } from "#contract/pictures.ts";
import { whenIdle } from "../lib/when-idle.ts";

interface GeneratedCover {
  id: number;
  title: string;
  /** The page's largest image: loaded at once, before all others. */
  priority?: boolean;
  /** Below the first view: drawn by the browser when idle, not by the server. */
  lazy?: boolean;
}

interface Thumbnail {
  image: string | null;
  sizes: string;
}

type CoverProps = GeneratedCover & (Thumbnail | { image?: never; sizes?: never });

const drawings = new Map<string, { readonly __html: string }>();
const maxDrawings = 500;

/** Draws on first read; hydration of a server-rendered cover never reads it. */
function drawingOf(id: number, title: string): { readonly __html: string } {
  const key = `${id} ${title}`;
  let drawing = drawings.get(key);
  if (!drawing) {
    if (drawings.size >= maxDrawings) drawings.clear();
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

const emptyMarkup = { __html: "" };
/** True once hydrated; later covers are drawn at once. */
let isHydrated = false;

function useIsDrawn(lazy: boolean): boolean {
  const [isDrawn, setDrawn] = useState(!lazy || isHydrated);
  useEffect(() => {
    isHydrated = true;
    return isDrawn ? undefined : whenIdle(() => setDrawn(true));
  }, [isDrawn]);
  return isDrawn;
}

export function Cover({ id, title, image, sizes, priority = false, lazy = false }: CoverProps) {
  const [failedImage, setFailedImage] = useState<string>();
  const isDrawn = useIsDrawn(lazy && !image);
  const element = useRef<HTMLImageElement>(null);
  const drawing = useMemo(() => drawingOf(id, title), [id, title]);

  useEffect(() => {
    if (image && element.current?.complete && element.current.naturalWidth === 0) setFailedImage(image);
  }, [image]);

  // Browsers that support `auto` measure the layout width of a lazy image.
  const effectiveSizes = priority ? sizes : `auto, ${sizes ?? ""}`;
  if (!image || failedImage === image) {
    return <div className="cover" aria-hidden="true" dangerouslySetInnerHTML={isDrawn ? drawing : emptyMarkup} />;
  }
  return (
    <div className="cover" aria-hidden="true">
      <picture>
        {pictureFormats.map((format) => {
          const set = pictureSet(image, format);
          return set && <source key={format} type={`image/${format}`} srcSet={set} sizes={effectiveSizes} />;
        })}
        <img
          ref={element}
          className="cover__image"
          src={image}
          alt=""
          width={400}
          height={400}
          sizes={effectiveSizes}
          loading={priority ? "eager" : "lazy"}
          fetchPriority={priority ? "high" : "auto"}
          decoding="async"
          onError={() => setFailedImage(image)}
        />
      </picture>
    </div>
  );
}
