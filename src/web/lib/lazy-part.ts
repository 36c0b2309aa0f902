import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const Nothing = () => null;

/** Returns a part of a page whose code loads when it is first rendered. When that fails, `Fallback` stands in its place. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = Nothing,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => Fallback) }));
}
