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

/**
 * The inline script of the head that starts it: once the browser says that the first picture is on the screen, at once where nobody
 * looks, and after a second where no word comes. (A frame of animation comes too early: it is drawn after it.)
 */
export const afterPaint = `(function(){var d=document,m;function start(){if(m)return;m=d.querySelector("script[data-preload]");if(!m)return;var s=d.createElement("script");
m.dataset.preload.split(" ").forEach(function(h){var l=d.createElement("link");l.rel="modulepreload";l.href=h;d.head.append(l)});
s.type="module";s.textContent=m.textContent;d.head.append(s)}
d.addEventListener("DOMContentLoaded",function(){if(d.hidden)return start();try{new PerformanceObserver(start).observe({type:"paint",buffered:true})}catch(e){}setTimeout(start,1000)})})()`;
