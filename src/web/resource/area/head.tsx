import type { Area } from "./area.ts";

/** Title of a back-office page, with `noindex`. */
export function AreaHead({ area, title }: { area: Area; title: string }) {
  return (
    <>
      <title>{`${title} · ${area.name} Ngân Nga`}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
