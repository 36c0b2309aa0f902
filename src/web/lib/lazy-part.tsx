import { type ComponentType, lazy, type ReactNode, useEffect, useReducer, useState } from "react";
import { LostConnection } from "../ui/states.tsx";
import { retryOnNetwork } from "./retry-on-network.ts";

export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Loads the code, so that it is there when the part is rendered. Resolves to whether it is; does not reject. */
  preload(): Promise<boolean>;
}

/** Stands in place of a part that nobody misses. */
export const nothing = () => null;

/**
 * Returns a part of a page whose code loads when it is first rendered, the one way to load a component late. While the code can't be had,
 * `Fallback` stands in its place; it comes with the network, or with the next press.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = LostConnection,
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  async function preload(): Promise<boolean> {
    try {
      Loaded ??= await load();
      return true;
    } catch {
      forgetFailedStyles();
      return false;
    }
  }
  const attempt = (): ComponentType<Props> =>
    lazy(async () => ({ default: (await preload()) && Loaded ? Loaded : Late }));
  let Attempt = attempt();
  function Late(props: Props) {
    const [, show] = useReducer((times: number) => times + 1, 0);
    const isMissing = Loaded === undefined;
    useEffect(() => {
      if (!isMissing) return;
      // React keeps what an attempt came to. Renewed any earlier, the element that waits for it would begin the next one.
      Attempt = attempt();
      return retryOnNetwork(async () => {
        const isDone = await preload();
        if (isDone) show();
        return isDone;
      });
    }, [isMissing]);
    const Chosen = Loaded ?? Fallback;
    return <Chosen {...props} />;
  }
  function Part(props: Props) {
    const [Chosen] = useState<ComponentType<Props>>(() => Loaded ?? Attempt);
    return <Chosen {...props} />;
  }
  return Object.assign(Part, { preload });
}

/** The bundler's loader takes a stylesheet whose element is in the page for one that is there. Its elements have CORS; React's have not. */
function forgetFailedStyles(): void {
  const links = document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet][crossorigin]");
  for (const link of links) if (!link.sheet) link.remove();
}

/**
 * Loads the code of those parts that the server has rendered. A route module awaits it: React would drop a rendered part whose code is not there
 * when the page changes for the first time, with what was typed into it.
 * @param parts by the id of an element in them
 */
export async function preloadRendered(parts: Record<string, Pick<LazyPart<never>, "preload">>): Promise<void> {
  if (typeof document === "undefined") return;
  const rendered = Object.entries(parts).filter(([id]) => document.getElementById(id) !== null);
  await Promise.all(rendered.map(([, part]) => part.preload()));
}
