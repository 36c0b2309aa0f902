/** Cards to print, with the code that opens a gift: PDF of A6. */
import type { Pictures } from "#server/features/pictures/pictures.service.ts";
import { pageFonts } from "#server/platform/fonts/page-fonts.ts";
import type { Download } from "#server/platform/http/router.ts";
import { linesOf, type PdfColor, type PdfFont, type PdfPage, pdfPage, textWidth } from "#server/platform/pdf.ts";
import { qrRows } from "#server/platform/qr-code.ts";
import type { CardFace } from "./gift-port.ts";
import type { StoredGift } from "./gift-store.ts";

export interface GiftCardContent extends CardFace {
  /** 1 is paper with a cover, 2 is lacquer with gold. */
  design: 1 | 2;
  gift: Pick<StoredGift, "secret" | "recipient_name" | "giver_name">;
  /** Of the site, for the address in the code. */
  origin: string;
}

export interface GiftCards {
  /** Returns the card as a file to save. */
  draw(content: GiftCardContent): Promise<Download>;
}

/** Points: 105 × 148 mm. */
const page = { width: 297.64, height: 419.53 };
const middle = page.width / 2;
const textSpace = page.width - 2 * 30;
const codeEdge = 96;
const codeTop = 288;

const looks = {
  1: { text: [36, 21, 15], muted: [95, 74, 62], code: [36, 21, 15], panel: [251, 245, 233] },
  2: { text: [247, 237, 219], muted: [220, 181, 101], code: [21, 14, 16], panel: [255, 246, 232] },
} as const satisfies Record<1 | 2, Record<string, PdfColor>>;

export function createGiftCards(pictures: Pick<Pictures, "ofPaper">): GiftCards {
  return {
    async draw(content) {
      const { id, title } = content.cover;
      const ground = await pictures.ofPaper({ design: content.design, id, title: title ?? defaultTitle });
      const bytes = giftCardPdf(content, ground);
      return { fileName: "thiep-tang-bai-hat.pdf", content: chunksOf(bytes) };
    },
  };
}

/** The cover of a song without a title is drawn of this one, as on its pages. */
const defaultTitle = "Bài hát dành cho bạn";
const mostLines = 2;
const sizes = [22, 19, 16, 14, 12, 11] as const;

/** Draws the words and the code of a card. @param ground JPEG behind them, of the size of `paper` */
export function giftCardPdf({ design, gift, cover, lead, call, origin }: GiftCardContent, ground: Buffer): Buffer {
  const texts = [gift.recipient_name, gift.giver_name, cover.title].map((each) => each ?? "");
  const { regular, bold, written } = pageFonts(texts);
  const { text, muted } = looks[design];
  const [recipient = "", giver = "", title = ""] = texts.map(written);
  const heading = recipient || title || defaultTitle;
  const pdf = pdfPage({ ...page, title: recipient ? `${lead} ${recipient}` : heading, language: "vi-VN" });
  pdf.jpeg(ground, { width: 1240, height: 1748 }, { x: 0, y: 0, ...page });

  const size = sizes.find((each) => linesOf(bold, heading, each, textSpace).length <= mostLines) ?? 11;
  const lines = clipped(bold, linesOf(bold, heading, size, textSpace), size);
  const giverText = giver && `Từ ${giver}`;
  const giverSize = [10, 9, 8].find((each) => textWidth(regular, giverText, each) <= textSpace) ?? 8;
  const giverLine = cutTo(regular, giverText, giverSize);
  const leadLine = recipient ? lead : "";
  const lineHeight = size * 1.24;
  const height = (leadLine ? 16 : 0) + lines.length * lineHeight + (giverLine ? 17 : 0);
  // The words stand in the middle between the drawing and the code.
  let y = wordsTop + Math.max(0, (codeTop - 6 - wordsTop - height) / 2);
  if (leadLine) {
    pdf.text(middle, y + 9, leadLine, { font: regular, size: 9.5, color: muted, align: "center" });
    y += 16;
  }
  for (const line of lines) {
    pdf.text(middle, y + size * 0.92, line, { font: bold, size, color: text, align: "center" });
    y += lineHeight;
  }
  if (giverLine) pdf.text(middle, y + 11, giverLine, { font: regular, size: giverSize, color: muted, align: "center" });
  drawCode(pdf, `${origin}/g/${gift.secret}`, design);
  pdf.text(middle, codeTop + codeEdge + 13, call, { font: regular, size: 8, color: muted, align: "center" });
  return pdf.end();
}

/** Below the drawing. */
const wordsTop = 217;

function drawCode(pdf: PdfPage, address: string, design: 1 | 2): void {
  const { code, panel } = looks[design];
  const left = middle - codeEdge / 2;
  pdf.rectangle({ x: left, y: codeTop, width: codeEdge, height: codeEdge }, panel);
  const rows = qrRows(address);
  const module = codeEdge / rows.length;
  for (const [row, cells] of rows.entries()) {
    for (let start = 0; start < cells.length; start++) {
      if (!cells[start]) continue;
      let end = start;
      while (cells[end]) end++;
      // A little more than the modules, so that no seam shows between rows.
      const width = (end - start) * module;
      pdf.rectangle({ x: left + start * module, y: codeTop + row * module, width, height: module + 0.05 }, code);
      start = end;
    }
  }
}

/** Returns the first lines; the last one says that more follow. */
function clipped(font: PdfFont, lines: readonly string[], size: number): readonly string[] {
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), cutTo(font, lines.slice(mostLines - 1).join(" "), size)];
}

/** Returns as much of a text as one line takes. */
function cutTo(font: PdfFont, text: string, size: number): string {
  let shown = text;
  while (textWidth(font, shown, size) > textSpace) shown = `${shown.slice(0, -2)}…`;
  return shown;
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
