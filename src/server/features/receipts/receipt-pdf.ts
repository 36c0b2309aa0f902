/** Draws a receipt as a PDF of A5. */
import { markStroke } from "#art/mark.ts";
import type { ReceiptSeller } from "#contract/receipts.ts";
import { pageFonts } from "#server/platform/fonts/page-fonts.ts";
import { linesOf, type PdfColor, pdfPage, textWidth } from "#server/platform/pdf.ts";
import { vietnamTimeZone } from "#server/platform/vietnam-time.ts";
import { dongInWords } from "./number-words.ts";

export interface ReceiptContent {
  number: number;
  seller: ReceiptSeller;
  /** Any text, in any script. */
  buyer: string;
  what: string;
  code: string;
  /** Whole đồng. */
  amount: number;
  paid_at: string;
  issued_at: string;
  /** The bank's numbers of the transfers. */
  references: readonly string[];
}

/** Points. */
const page = { width: 419.53, height: 595.28 };
const margin = 34;
const right = page.width - margin;
const labelWidth = 104;

/** Colours of the light theme. */
const ink = {
  text: [43, 24, 18],
  muted: [107, 84, 72],
  seal: [176, 45, 24],
  stroke: [255, 246, 232],
  line: [222, 208, 184],
  well: [249, 242, 229],
} as const satisfies Record<string, PdfColor>;

/** Returns the file, the same bytes for the same receipt. */
export function receiptPdf(receipt: ReceiptContent): Buffer {
  const { number, seller, amount, code, issued_at } = receipt;
  const texts = [seller.name, seller.address, receipt.buyer, receipt.what, ...receipt.references];
  const { regular, bold, written } = pageFonts(texts);
  const title = `Biên nhận thanh toán số ${numberText(number)}`;
  const pdf = pdfPage({ ...page, title, language: "vi-VN" });
  const textLeft = margin + 46;

  pdf.rectangle({ x: margin, y: margin, width: 34, height: 34 }, ink.seal);
  pdf.stroke(markStroke, [margin + 1, margin + 1], 1, ink.stroke, 2.4);
  let y = margin + 12;
  for (const line of clipped(linesOf(bold, written(seller.name), 11.5, right - textLeft), 2)) {
    pdf.text(textLeft, y, line, { font: bold, size: 11.5, color: ink.text });
    y += 15;
  }
  const facts = [...(seller.tax_code ? [`Mã số thuế: ${seller.tax_code}`] : []), ...nonEmpty(written(seller.address))];
  for (const fact of facts) {
    for (const line of clipped(linesOf(regular, fact, 8.5, right - textLeft), 3)) {
      pdf.text(textLeft, y, line, { font: regular, size: 8.5, color: ink.muted });
      y += 12;
    }
  }

  y = Math.max(y, margin + 34) + 22;
  pdf.line([margin, y - 18], [right, y - 18], ink.line, 0.75);
  y += 14;
  pdf.text(margin, y, "Biên nhận thanh toán", { font: bold, size: 19, color: ink.text });
  pdf.text(right, y, `Số ${numberText(number)}`, { font: bold, size: 12, color: ink.seal, align: "right" });
  y += 16;
  pdf.text(margin, y, `Lập lúc ${timeText(issued_at)}`, { font: regular, size: 8.5, color: ink.muted });
  y += 26;

  const rows = [
    ["Người thanh toán", written(receipt.buyer) || `Khách hàng của mã ${code}`],
    ["Nội dung", written(receipt.what) || "Dịch vụ của Ngân Nga"],
    ["Mã chuyển khoản", code],
    ["Thời gian", timeText(receipt.paid_at)],
    ["Hình thức", "Chuyển khoản ngân hàng"],
    ...nonEmpty(receipt.references.map(written).join(", ")).map((text) => ["Số giao dịch", text]),
  ] as const;
  for (const [label = "", value = ""] of rows) {
    pdf.text(margin, y, label, { font: regular, size: 9.5, color: ink.muted });
    for (const line of clipped(linesOf(regular, value, 10, right - margin - labelWidth), 3)) {
      pdf.text(margin + labelWidth, y, line, { font: regular, size: 10, color: ink.text });
      y += 14;
    }
    y += 6;
  }

  y += 4;
  const words = linesOf(regular, `Bằng chữ: ${dongInWords(amount)}`, 9.5, right - margin - 28);
  const height = 46 + words.length * 13;
  pdf.rectangle({ x: margin, y, width: right - margin, height }, ink.well);
  pdf.text(margin + 14, y + 25, "Số tiền", { font: regular, size: 9.5, color: ink.muted });
  pdf.text(right - 14, y + 27, dongText(amount), { font: bold, size: 17, color: ink.text, align: "right" });
  for (const [place, line] of words.entries()) {
    pdf.text(margin + 14, y + 46 + place * 13, line, { font: regular, size: 9.5, color: ink.text });
  }

  const foot = page.height - margin;
  pdf.line([margin, foot - 26], [right, foot - 26], ink.line, 0.75);
  pdf.text(margin, foot - 12, notAnInvoice, { font: bold, size: 8.5, color: ink.text });
  const note = "Lập tự động khi tiền đã về nên không có chữ ký.";
  pdf.text(margin, foot, note, { font: regular, size: 8, color: ink.muted });
  const site = "Ngân Nga";
  pdf.text(right - textWidth(bold, site, 8), foot, site, { font: bold, size: 8, color: ink.muted });
  return pdf.end();
}

const notAnInvoice = "Biên nhận thanh toán — không thay thế hóa đơn GTGT";

const nonEmpty = (text: string) => (text === "" ? [] : [text]);

/** Returns the first lines; the last one says that more follow. */
function clipped(lines: readonly string[], max: number): readonly string[] {
  if (lines.length <= max) return lines;
  return [...lines.slice(0, max - 1), `${(lines[max - 1] ?? "").slice(0, -2)}…`];
}

const numberText = (number: number) => String(number).padStart(6, "0");
const dongText = (amount: number) => `${amount.toLocaleString("vi-VN")} ₫`;

const timeFormat = new Intl.DateTimeFormat("vi-VN", {
  timeZone: vietnamTimeZone,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Returns a time in Vietnam: `23/11/2026 14:05`. @param iso a time in UTC. */
function timeText(iso: string): string {
  const parts = new Map(timeFormat.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  return `${part("day")}/${part("month")}/${part("year")} ${part("hour")}:${part("minute")}`;
}
