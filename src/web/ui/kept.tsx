/**
 * Markup that the server keeps: what looks the same on many pages is walked by React once. The browser knows nothing of it; there the
 * same element has its content as usual.
 */
import { type ComponentType, createElement, type HTMLAttributes, type ReactElement } from "react";

interface KeptProps<P> extends Omit<HTMLAttributes<HTMLElement>, "content"> {
  as: "article" | "div" | "footer" | "li" | "section";
  /** What stands in the element. It depends on its props alone: on the server it has no context, and `useId` would repeat itself. */
  content: ComponentType<P>;
  /** Compared as JSON, so that functions do not count. */
  props: P;
}

interface Markup {
  readonly __html: string;
}

/** Of one content; a card takes one to four kilobytes. */
const mostKept = 2000;
let render: ((element: ReactElement) => string) | undefined;
let kept = new WeakMap<object, Map<string, Markup>>();

/** Begins to keep what React's `renderToString` makes, for as long as the process lives; without it ends that. */
export function keepMarkup(renderToString?: (element: ReactElement) => string): void {
  render = renderToString;
  kept = new WeakMap();
}

/** An element whose content the server keeps. */
export function Kept<P extends object>({ as, content, props, ...attributes }: KeptProps<P>) {
  const element = createElement(content, props);
  if (!render) return createElement(as, attributes, element);
  const ofContent = kept.get(content) ?? new Map<string, Markup>();
  kept.set(content, ofContent);
  const key = JSON.stringify(props);
  let markup = ofContent.get(key);
  if (!markup) {
    if (ofContent.size >= mostKept) ofContent.clear();
    markup = { __html: render(element) };
    ofContent.set(key, markup);
  }
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: markup });
}
