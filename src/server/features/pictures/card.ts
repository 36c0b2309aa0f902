/**
 * Draws the pictures of shared links as SVG of 1200 × 630. It contains outlines instead of text, which satori produces.
 * Loading satori is slow, so this runs in `card-worker.ts`.
 */
import satori from "satori";
import { songCover } from "#art/cover.ts";
import { drumOf } from "#art/drum.ts";
import { markStroke } from "#art/mark.ts";
import { parcel } from "#art/parcel.ts";
import {
  type Card,
  coverEdge,
  type GiftCard,
  type PaperCard,
  type PlaylistCard,
  paper,
  type SongCard,
  type TransferCard,
} from "./card-shape.ts";
import { type CardFont, fontFamily, fontsForNames, loadFonts, writable } from "./fonts.ts";

const width = 1200;
const height = 630;
const margin = 64;
const coverTop = (height - coverEdge) / 2;
const textLeft = 624;
const textWidth = width - textLeft - margin;
const markEdge = 52;
const siteDrum = { id: 0, title: "Ngân Nga", x: 884, y: 286, radius: 262 };

const siteWaves = [
  { fill: "#5a2a1b", top: 452, length: 210, swell: 96, start: -150 },
  { fill: "#8f2616", top: 512, length: 180, swell: 78, start: -60 },
  { fill: "#2b1420", top: 566, length: 240, swell: 84, start: -200 },
] as const;

/** Colours of the dark theme. */
const ink = {
  ground: "#150e10",
  raised: "#2a1e22",
  seal: "#b02d18",
  stroke: "#fff6e8",
  text: "#f7eddb",
  muted: "#c9b8a6",
  line: "#3a2b2f",
  gold: "#dcb565",
  onGold: "#24150f",
};

/** lucide's sparkles and crown (ISC), on a grid of 24. */
const sparkles =
  "M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594zM20 2v4M22 4h-4M2 20a2 2 0 1 0 4 0a2 2 0 1 0-4 0z";
const crown =
  "M11.562 3.266a.5.5 0 0 1 .876 0L15.39 8.87a1 1 0 0 0 1.516.294L21.183 5.5a.5.5 0 0 1 .798.519l-2.834 10.246a1 1 0 0 1-.956.734H5.81a1 1 0 0 1-.957-.734L2.02 6.02a.5.5 0 0 1 .798-.519l4.276 3.664a1 1 0 0 0 1.516-.294zM5 21h14";

type Style = Record<string, string | number>;
interface Block {
  type: "div";
  props: { style: Style; children?: string | Block[] };
}

let fonts: ReturnType<typeof loadFonts> | undefined;

/** Draws a card. The result is always the same for the same card. */
export async function drawCard(card: Card): Promise<string> {
  switch (card.kind) {
    case "song":
      return drawSong(card);
    case "playlist":
      return drawPlaylist(card);
    case "transfer":
      return drawTransfer(card);
    case "gift":
      return drawGift(card);
    case "parcel":
      return drawParcel();
    case "paper":
      return drawPaper(card);
    case "site":
      return drawSite();
  }
}

/** Returns the words beside a gift or a playlist: the brand, a line, a title. @param added fonts of the words */
async function giftWords(leadText: string, titleText: string, added: CardFont[] = []): Promise<string> {
  const style = { position: "absolute", left: textLeft, top: coverTop, width: textWidth, height: coverEdge };
  const column = block({ ...style, flexDirection: "column" }, [
    block({ marginLeft: markEdge + 16, height: markEdge, alignItems: "center" }, [
      line("Ngân Nga", { fontSize: 30, fontWeight: 700, letterSpacing: "-0.03em" }),
    ]),
    block({ flexDirection: "column", flexGrow: 1, justifyContent: "center", paddingBottom: markEdge }, [
      ...(leadText ? [line(leadText, { fontSize: 30, fontWeight: 500, color: ink.muted, marginBottom: 10 })] : []),
      ...(titleText ? [paragraph(titleText, titleStyle(titleText))] : []),
    ]),
  ]);
  return (await textOutlines([column], { added })) + seal(textLeft, coverTop, markEdge);
}

async function drawGift({ id, title, recipient, isQuiet }: GiftCard): Promise<string> {
  const drawing = songCover(id, title);
  const what = isQuiet ? "Một bài hát" : "Một món quà";
  const { added, written } = fontsForNames([title, recipient ?? ""]);
  const name = written(recipient ?? "");
  const lead = name === "" ? what : `${what} dành cho ${name}`;
  return picture(
    `<defs><clipPath id="sleeve"><rect x="${margin}" y="${coverTop}" width="${coverEdge}" height="${coverEdge}" rx="22"/></clipPath></defs>` +
      `<g opacity=".11">${disc(drawing, 1150, 600, 330)}</g>` +
      record(margin + coverEdge - 138, height / 2, 204) +
      `<g clip-path="url(#sleeve)">${coverDrawing(drawing)}</g>` +
      (await giftWords(lead, written(title), added)),
  );
}

/** A box that tells nothing of what it holds. */
async function drawParcel(): Promise<string> {
  const place = `x="${margin + 20}" y="${coverTop}" width="${coverEdge}" height="${coverEdge}" viewBox="0 0 200 200"`;
  return picture(
    `<defs><clipPath id="box"><rect x="${margin + 20}" y="${coverTop}" width="${coverEdge}" height="${coverEdge}" rx="26"/></clipPath></defs>` +
      `<g clip-path="url(#box)"><svg ${place}>${parcel()}</svg></g>` +
      (await giftWords("", "Một món quà")),
  );
}

/** The drum of design 2: gold on lacquer. */
const goldDrum = { id: 0, title: "Quà tặng" };

function drawPaper({ design, id, title }: PaperCard): string {
  const { width: paperWidth, height: paperHeight } = paper;
  const start = `<svg xmlns="http://www.w3.org/2000/svg" width="${paperWidth}" height="${paperHeight}" viewBox="0 0 ${paperWidth} ${paperHeight}">`;
  const ground = (color: string) => `<path fill="${color}" d="M0 0h${paperWidth}v${paperHeight}H0z"/>`;
  const frame = (inset: number, color: string, weight: number) =>
    `<rect x="${inset}" y="${inset}" width="${paperWidth - 2 * inset}" height="${paperHeight - 2 * inset}" fill="none" stroke="${color}" stroke-width="${weight}"/>`;
  if (design === 1) {
    const edge = 760;
    const left = (paperWidth - edge) / 2;
    const place = `x="${left}" y="120" width="${edge}" height="${edge}"`;
    return (
      `${start}<defs><clipPath id="sleeve"><rect ${place} rx="30"/></clipPath></defs>${ground("#fbf5e9")}` +
      frame(42, "#c2923a", 3) +
      frame(54, "#c2923a", 1.2) +
      `<g clip-path="url(#sleeve)">${plainDashes(songCover(id, title)).replace("<svg ", `<svg ${place} `)}</g></svg>`
    );
  }
  const gold = disc(songCover(goldDrum.id, goldDrum.title), paperWidth / 2, 482, 365)
    .replaceAll("#8d2314", "#1c1214")
    .replaceAll("#f4e8d0", "#dcb565");
  return `${start}${ground("#150e10")}${frame(42, "#dcb565", 3)}${frame(54, "#dcb565", 1.2)}${gold}</svg>`;
}

async function drawSong({ id, title, artist, is_premium, image }: SongCard): Promise<string> {
  const titleText = writable(title);
  const artistText = writable(artist ?? "");
  const column = block({ position: "absolute", left: textLeft, top: coverTop, width: textWidth, height: coverEdge }, [
    block({ marginLeft: markEdge + 16, height: markEdge, alignItems: "center" }, [
      line("Ngân Nga", { fontSize: 30, fontWeight: 700, letterSpacing: "-0.03em" }),
    ]),
    block({ flexDirection: "column", flexGrow: 1, justifyContent: "center" }, [
      ...(titleText ? [paragraph(titleText, titleStyle(titleText))] : []),
      ...(artistText ? [line(artistText, { fontSize: 30, fontWeight: 500, color: ink.muted, marginTop: 14 })] : []),
    ]),
    block({ height: 52 }, [
      block(
        { height: 52, alignItems: "center", borderRadius: 26, backgroundColor: ink.raised, padding: "0 26px 0 60px" },
        [line("Nhạc do AI tạo", { fontSize: 24, fontWeight: 500, color: ink.muted })],
      ),
    ]),
  ]);
  column.props.style.flexDirection = "column";
  const flag = block({ position: "absolute", left: margin + 20, top: coverTop + 20 }, [
    block({ height: 48, alignItems: "center", borderRadius: 12, backgroundColor: ink.gold, padding: "0 18px 0 52px" }, [
      line("Premium", { fontSize: 24, fontWeight: 700, color: ink.onGold }),
    ]),
  ]);
  const drawing = songCover(id, title);
  return picture(
    `<defs><clipPath id="sleeve"><rect x="${margin}" y="${coverTop}" width="${coverEdge}" height="${coverEdge}" rx="22"/></clipPath></defs>` +
      `<g opacity=".11">${disc(drawing, 1150, 600, 330)}</g>` +
      record(margin + coverEdge - 138, height / 2, 204) +
      `<g clip-path="url(#sleeve)">${image === null ? coverDrawing(drawing) : coverImage(image)}</g>` +
      `<rect x="${margin + 0.5}" y="${coverTop + 0.5}" width="${coverEdge - 1}" height="${coverEdge - 1}" rx="21.5" fill="none" stroke="#fff0d6" stroke-opacity=".14"/>` +
      (await textOutlines(is_premium ? [column, flag] : [column])) +
      seal(textLeft, coverTop, markEdge) +
      icon(sparkles, textLeft + 22, coverTop + coverEdge - 52 + 13, 26, ink.muted) +
      (is_premium ? icon(crown, margin + 20 + 17, coverTop + 20 + 12, 24, ink.onGold) : ""),
  );
}

async function drawPlaylist({ title, owner, songs, covers }: PlaylistCard): Promise<string> {
  const { added, written } = fontsForNames([title, owner ?? ""]);
  const name = written(owner ?? "");
  const lead = `Danh sách phát${name ? ` của ${name}` : ""} · ${songs} bài`;
  const [first] = covers;
  const drawing = first ? songCover(first.id, first.title) : songCover(siteDrum.id, siteDrum.title);
  const edge = covers.length > 1 ? coverEdge / 2 : coverEdge;
  const squares = covers.map((cover, place) => {
    const left = margin + (place % 2) * edge;
    const top = coverTop + Math.floor(place / 2) * edge;
    return cover.image === null
      ? coverDrawing(songCover(cover.id, cover.title), { left, top, edge })
      : coverImage(cover.image, { left, top, edge });
  });
  return picture(
    `<defs><clipPath id="sleeve"><rect x="${margin}" y="${coverTop}" width="${coverEdge}" height="${coverEdge}" rx="22"/></clipPath></defs>` +
      `<g opacity=".11">${disc(drawing, 1150, 600, 330)}</g>` +
      `<g clip-path="url(#sleeve)">${squares.join("") || coverDrawing(drawing)}</g>` +
      (await giftWords(lead, written(title), added)),
  );
}

async function drawSite(): Promise<string> {
  const column = block({ position: "absolute", left: margin + 8, top: 92, width: 540, flexDirection: "column" }, [
    block({ marginLeft: 108, height: 88, alignItems: "center" }, [
      line("Ngân Nga", { fontSize: 84, fontWeight: 700, letterSpacing: "-0.04em" }),
    ]),
    paragraph("Nghe nhạc do AI tạo, học ngoại ngữ qua bài hát", { fontSize: 42, lineClamp: 3, marginTop: 40 }),
  ]);
  const { id, title, x, y, radius } = siteDrum;
  return picture(
    `${disc(songCover(id, title), x, y, radius)}${waves()}` + (await textOutlines([column])) + seal(margin + 8, 92, 88),
  );
}

const slip = { width: 900, height: 1260, codeTop: 120, codeEdge: 760 } as const;
/** Colours of the words that stand on every VietQR code, drawn as plain words. */
const mark = { red: "#c21f2b", blue: "#1c3f94", green: "#0b7a3b", text: "#111111", muted: "#444444" } as const;

/** Draws a code with its payee, amount and content below it, black on white. */
async function drawTransfer({ code, holder, account, bank, amount, content }: TransferCard): Promise<string> {
  const modules = Number(/viewBox="0 0 (\d+)/.exec(code)?.[1]);
  // Whole pixels for each module.
  const edge = modules * Math.floor(slip.codeEdge / modules);
  const left = (slip.width - edge) / 2;
  const word = (text: string, color: string) => line(text, { fontSize: 52, fontWeight: 700, color });
  const marks = block({ position: "absolute", left: 110, top: 40, width: 680, justifyContent: "space-between" }, [
    block({}, [word("VIET", mark.red), word("QR", mark.blue)]),
    block({}, [word("napas", mark.blue), block({ width: 12 }, []), word("247", mark.green)]),
  ]);
  const row = (text: string, style: Style) => line(writable(text), { textAlign: "center", ...style });
  const column = block({ position: "absolute", left: 60, top: 905, width: 780, flexDirection: "column" }, [
    row(holder, { fontSize: 42, fontWeight: 700, lineClamp: 2 }),
    row(`${account} · ${bank}`, { fontSize: 34, fontWeight: 500, color: mark.muted, marginTop: 4 }),
    row(amount, { fontSize: 60, fontWeight: 700, marginTop: 28 }),
    row(`Nội dung: ${content}`, { fontSize: 40, fontWeight: 700, marginTop: 4 }),
  ]);
  const { width: slipWidth, height: slipHeight } = slip;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${slipWidth}" height="${slipHeight}" viewBox="0 0 ${slipWidth} ${slipHeight}">` +
    `<path fill="#ffffff" d="M0 0h${slipWidth}v${slipHeight}H0z"/>` +
    code.replace("<svg ", `<svg x="${left}" y="${slip.codeTop}" width="${edge}" height="${edge}" `) +
    `${await textOutlines([marks, column], { width: slipWidth, height: slipHeight, color: mark.text })}</svg>`
  );
}

function picture(inner: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<path fill="${ink.ground}" d="M0 0h${width}v${height}H0z"/>${inner}</svg>`
  );
}

interface OutlineOptions {
  width?: number;
  height?: number;
  color?: string;
  /** Fonts behind the usual ones. */
  added?: CardFont[];
}

/** Returns the outlines of the text of blocks, positioned on the whole picture. */
async function textOutlines(blocks: Block[], options: OutlineOptions = {}): Promise<string> {
  const { added = [], color = ink.text, ...size } = { width, height, ...options };
  fonts ??= loadFonts();
  const root = block({ ...size, position: "relative", fontFamily, color }, blocks);
  // The same array as before is not read again.
  const all = added.length === 0 ? fonts : [...fonts, ...added];
  const svg = await satori(root as unknown as Parameters<typeof satori>[0], { ...size, fonts: all });
  return svg.replace(/<svg /, '<svg x="0" y="0" ');
}

function block(style: Style, children: Block[]): Block {
  return { type: "div", props: { style: { display: "flex", ...style }, children } };
}

/** A single line, truncated with an ellipsis. */
function line(text: string, style: Style): Block {
  return {
    type: "div",
    props: { style: { display: "block", lineClamp: 1, lineHeight: 1.3, ...style }, children: text },
  };
}

function paragraph(text: string, style: Style): Block {
  const look = { fontWeight: 700, lineHeight: 1.2, letterSpacing: "-0.03em", wordBreak: "break-word" };
  return { type: "div", props: { style: { display: "block", ...look, ...style }, children: text } };
}

/** Short titles are large with balanced lines; long ones smaller, truncated after four lines. */
function titleStyle({ length }: string): Style {
  if (length <= 44) return { fontSize: length <= 24 ? 68 : 58, textWrap: "balance" };
  return { fontSize: length <= 64 ? 50 : 44, lineClamp: 4 };
}

function seal(x: number, y: number, edge: number): string {
  return (
    `<g transform="translate(${x} ${y}) scale(${edge / 32})"><rect width="32" height="32" rx="8" fill="${ink.seal}"/>` +
    `<path d="${markStroke}" fill="none" stroke="${ink.stroke}" stroke-width="2.7" stroke-linecap="round" stroke-linejoin="round"/></g>`
  );
}

function icon(path: string, x: number, y: number, edge: number, color: string): string {
  return `<path transform="translate(${x} ${y}) scale(${edge / 24})" d="${path}" fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** Draws the record behind the cover. */
function record(x: number, y: number, radius: number): string {
  let grooves = "";
  for (let r = radius - 8; r > radius - 80; r -= 6) grooves += `<circle r="${r}"/>`;
  return (
    `<g transform="translate(${x} ${y})"><circle r="${radius}" fill="${ink.raised}"/>` +
    `<g fill="none" stroke="${ink.ground}" stroke-width="2">${grooves}</g>` +
    `<circle r="${radius - 1}" fill="none" stroke="${ink.gold}" stroke-opacity=".35" stroke-width="1.5"/></g>`
  );
}

interface CoverPlace {
  left: number;
  top: number;
  edge: number;
}
const largeCover: CoverPlace = { left: margin, top: coverTop, edge: coverEdge };

function coverDrawing(drawing: string, { left, top, edge } = largeCover): string {
  const place = `x="${left}" y="${top}" width="${edge}" height="${edge}"`;
  return plainDashes(drawing).replace("<svg ", `<svg ${place} `);
}

function coverImage(address: string, { left, top, edge } = largeCover): string {
  return `<image x="${left}" y="${top}" width="${edge}" height="${edge}" preserveAspectRatio="xMidYMid slice" href="${address}"/>`;
}

function disc(drawing: string, x: number, y: number, radius: number): string {
  const drum = drumOf(drawing);
  return `<g transform="translate(${x} ${y}) scale(${radius / drum.radius})">${plainDashes(drum.svg)}</g>`;
}

/** Converts dashes to absolute lengths: the renderer does not support `pathLength`. */
function plainDashes(svg: string): string {
  return svg.replace(
    /<circle r="([\d.]+)"([^>]*?) pathLength="(\d+)" stroke-dasharray="([\d.]+) ([\d.]+)"/g,
    (_all, radius: string, rest: string, count: string, on: string, off: string) => {
      const step = (2 * Math.PI * Number(radius)) / Number(count);
      const length = (share: string) => (Number(share) * step).toFixed(3);
      return `<circle r="${radius}"${rest} stroke-dasharray="${length(on)} ${length(off)}"`;
    },
  );
}

function waves(): string {
  let svg = "";
  for (const [row, { fill, top, length, swell, start }] of siteWaves.entries()) {
    const humps = `t${length} 0`.repeat(Math.ceil((width - start) / length));
    const crest = `M${start} ${top}q${length / 2} ${-swell} ${length} 0${humps}`;
    svg += `<path fill="${fill}" d="${crest}V700H${start}z"/><path fill="none" stroke="${ink.gold}" stroke-width="${3 - row * 0.4}" d="${crest}"/>`;
  }
  return svg;
}
