/** Whole numbers in Vietnamese words, as receipts have them. */

const digits = ["không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín"] as const;
/** Of each three digits, from the right; beyond them come those above a billion again, as `tỷ`. */
const units = ["", "nghìn", "triệu"] as const;

/** Returns an amount of đồng in words: `Ba trăm chín mươi chín nghìn đồng`. @param amount a whole number from 0 to 2^53 − 1. */
export function dongInWords(amount: number): string {
  const words = `${numberWords(amount)} đồng`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function numberWords(value: number): string {
  if (value === 0) return digits[0];
  return below(value, false);
}

/** Returns the words of a number from 1 on. @param isInner whether higher digits stand before it, so that its empty hundreds are said. */
function below(value: number, isInner: boolean): string {
  const billions = Math.floor(value / 1e9);
  const rest = value % 1e9;
  if (billions > 0) {
    const high = `${below(billions, isInner)} tỷ`;
    return rest === 0 ? high : `${high} ${below(rest, true)}`;
  }
  const words: string[] = [];
  for (let place = units.length - 1; place >= 0; place--) {
    const three = Math.floor(rest / 1000 ** place) % 1000;
    if (three === 0) continue;
    words.push(threeDigits(three, isInner || words.length > 0));
    const unit = units[place];
    if (unit) words.push(unit);
  }
  return words.join(" ");
}

function threeDigits(value: number, saysHundreds: boolean): string {
  const hundreds = Math.floor(value / 100);
  const tens = Math.floor(value / 10) % 10;
  const ones = value % 10;
  const words: string[] = [];
  if (hundreds > 0 || saysHundreds) words.push(`${digits[hundreds]} trăm`);
  if (tens === 0 && ones > 0 && words.length > 0) words.push("lẻ");
  if (tens === 1) words.push("mười");
  if (tens > 1) words.push(`${digits[tens]} mươi`);
  const one = oneAfter(tens, ones);
  if (one) words.push(one);
  return words.join(" ");
}

function oneAfter(tens: number, ones: number): string | undefined {
  if (ones === 0) return undefined;
  if (ones === 1 && tens > 1) return "mốt";
  if (ones === 5 && tens > 0) return "lăm";
  return digits[ones];
}
