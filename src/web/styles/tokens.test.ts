/** Contrasts of the colours in `tokens.css`, in light and dark; axe measures them in the browser in light only. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Tokens = Record<string, string>;

const tokensOf = (css: string): Tokens =>
  Object.fromEntries(
    [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", colour = ""]) => [name, colour]),
  );

const css = readFileSync("src/web/styles/tokens.css", "utf8");
const [lightCss = "", darkCss = ""] = css.split(/^\.dark,$/m);
const light = tokensOf(lightCss);
const themes = { light, dark: { ...light, ...tokensOf(darkCss) } };

/** WCAG's least ratios: for text, and for what shows where a control or the focus is. */
const text = 4.5;
const line = 3;

const surfaces = ["surface", "surface-sunken", "surface-raised", "surface-overlay", "surface-hover"];
const softs = ["accent-soft", "gold-soft", "success-soft", "warning-soft", "danger-soft", "info-soft"];
/** Text colours for any surface or soft ground, so that a screen may combine them freely. */
const inks = ["text", "text-muted", "accent-text", "gold-text", "success", "warning", "danger", "info"];
/** Text colours for one ground. */
const onGround: [string, string][] = [
  ["accent-contrast", "accent"],
  ["accent-contrast", "accent-hover"],
  ["gold-contrast", "gold"],
  ["danger-contrast", "danger"],
  ["surface", "text"],
  ["surface-raised", "success"],
];
/** Colours of lines and shapes. */
const shapes = ["border-strong", "accent", "focus"];

const all = (colours: string[], grounds: string[]) =>
  colours.flatMap((colour) => grounds.map((ground): [string, string] => [colour, ground]));
const pairs: [number, [string, string][]][] = [
  [text, [...all(inks, [...surfaces, ...softs]), ...all(["text-faint"], surfaces), ...onGround]],
  [line, all(shapes, surfaces)],
];

function contrast(a = "", b = ""): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance as WCAG defines it. @param colour `#rrggbb` */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each(Object.entries(themes))("in %s", (_theme, tokens: Tokens) => {
  test.each(pairs)("contrasts are at least %d", (least, combinations) => {
    const weak = combinations.filter(([colour, ground]) => !(contrast(tokens[colour], tokens[ground]) >= least));
    expect(weak).toEqual([]);
  });
});

test("text in any other colour stands on the ground that its colour is made for", () => {
  const free = [...inks, "text-faint"];
  const rules = globSync("src/web/**/*.css").flatMap((file) => rulesOf(readFileSync(file, "utf8")));
  const others = rules.flatMap(({ selector, colour, ground }) => {
    const isKnown = !colour || free.includes(colour) || onGround.some(([ink, own]) => ink === colour && own === ground);
    // The wave of a song is a drawing whose lines take the colour of text.
    return isKnown || /wave/.test(selector) ? [] : [`${selector} { ${colour} on ${ground} }`];
  });
  expect(rules.filter(({ colour }) => colour).length).toBeGreaterThan(100);
  expect(others).toEqual([]);
});

/** Returns the rules of a stylesheet with the tokens that colour their text and their ground. Buttons name theirs `--fg` and `--bg`. */
function rulesOf(css: string) {
  return [...css.matchAll(/([^{};]*)\{([^{}]*?)(?=[^{};]*\{|\})/g)].map(([, selector = "", declarations = ""]) => ({
    selector: selector.trim(),
    colour: /(?:^|\s)(?:color|--fg): var\(--((?!fg\b)[\w-]+)\)/.exec(declarations)?.[1],
    ground: /(?:^|\s)(?:background(?:-color)?|--bg): var\(--([\w-]+)\)/.exec(declarations)?.[1],
  }));
}
