import { type ComponentType, lazy, useState } from "react";

const Nothing = () => null;

interface LazyPart<Props> {
  (props: Props): React.ReactNode;
  /** Loads the code, so that it is there when the part is rendered. */
  preload(): Promise<unknown>;
}

/** Returns a part of a page whose code loads when it is first rendered. When that fails, `Fallback` stands in its place. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = Nothing,
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    Loaded ??= await load().catch(() => Fallback);
    return { default: Loaded };
  };
  const Lazy: ComponentType<Props> = lazy(preload);
  function Part(props: Props) {
    const [Chosen] = useState<ComponentType<Props>>(() => Loaded ?? Lazy);
    return <Chosen {...props} />;
  }
  return Object.assign(Part, { preload });
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
