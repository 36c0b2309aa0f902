/**
 * Scripts give way to what a page shows: a page is asked for them once it stands on the screen. Until then its words, fonts
 * and pictures have the line, and the processor, for themselves; without scripts it is read, followed and heard as well.
 */
import { type PageText, pageModule } from "./lib/page-text.ts";

const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/** Makes of a finished page's module a block of text that `afterPaint` starts, with the files it leans on at its side. */
export function scriptsLater({ head, body, tail }: PageText): PageText {
  const files: string[] = [];
  const lighter = head.replace(preload, (_, file: string) => {
    files.push(file);
    return "";
  });
  return {
    head: lighter,
    body,
    tail: tail.replace(pageModule, `<script type="text/plain" data-preload="${files.join(" ")}">`),
  };
}

/** The inline script of the head that starts it: after the first frame, or at once where no frame is drawn. */
export const afterPaint = `(function(){var d=document;function start(){var m=d.querySelector("script[data-preload]"),s=d.createElement("script");if(!m)return;
m.dataset.preload.split(" ").forEach(function(h){var l=d.createElement("link");l.rel="modulepreload";l.href=h;d.head.append(l)});
s.type="module";s.textContent=m.textContent;d.head.append(s)}
d.addEventListener("DOMContentLoaded",function(){d.hidden?start():requestAnimationFrame(function(){setTimeout(start)})})})()`;
