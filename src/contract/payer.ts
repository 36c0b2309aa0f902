import { fold } from "./fold.ts";

/** The payer in the words of a bank. */
export interface PayerWords {
  sender_name: string | null;
  memo: string;
}

/**
 * How well a transfer names a customer: 0 not at all, below 1 by a name that is alike (cut, shortened, in another order), from 1 on by the
 * same name, and more for a longer one.
 */
export type Likeness = (customer: string) => number;

/** Returns a test whether a transfer names a customer: as its sender, or in its memo, where one word alone says nothing. */
export function namesOf(payer: PayerWords): (customer: string) => boolean {
  const likeness = likenessOf(payer);
  return (customer) => likeness(customer) >= 1;
}

/** Returns how well a transfer names customers. */
export function likenessOf({ sender_name, memo }: PayerWords): Likeness {
  const sender = wordsOf(sender_name ?? "");
  const words = wordsOf(memo);
  const memoRuns = runsOf(words);
  const joinedSender = sender.join("");
  const joinedMemo = joined(words);
  return (customer) => {
    const name = wordsOf(customer);
    const whole = name.join("");
    if (whole === "") return 0;
    if (whole === joinedSender) return sameName(whole);
    const isPart = name.length > 1 && hasJoined(joinedMemo, whole);
    if (isPart && !isRestOfName(memoRuns, name)) return sameName(whole);
    const parts = wordsOf(customer.replace(/\(.*?\)/g, " "));
    const own = withoutTitle(parts.length > 0 ? parts : name);
    return Math.max(isPart ? mostAlike : 0, alikeSender(withoutTitle(sender), own), alikeMemo(memoRuns, own));
  };
}

const sameName = (whole: string) => 1 + whole.length / 1000;
/** Of names that are not the same. */
const mostAlike = 0.99;
/** The part of a name, and its letters, that are left when a bank has cut it. */
const [leastCut, leastCutLetters] = [0.6, 10];
/** Words between those of a name that a customer has left out. */
const mostBetween = 2;

const titles = new Set("ong ba anh chi co chu bac em mr mrs ms miss hkd".split(" "));
const surnames = new Set(
  (
    "nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly an bach banh cao chau chu chung dam dao dau dinh doan dong " +
    "giang ha han hua kieu kim la lam lu luong luu luc mac mai nghiem ong phi phung quach ta tang thach thai than ton to tong trieu trinh truong tu vuong"
  ).split(" "),
);
/** Words of memos beside which a name begins or ends; they hold words that are names as well. */
const phrases = /\b(chuyen (tien|khoan)|thanh toan|ngan (nga|hang)|gui tien|nop tien|ung ho|bai hat|ma giao dich)\b/g;

/** Returns the words of a name or a memo, as they are compared. */
export const wordsOf = (text: string): string[] => fold(text).match(/[a-z]+|[0-9]+/g) ?? [];

interface Joined {
  text: string;
  /** Where words begin, and where the last one ends. */
  bounds: Set<number>;
}

function joined(words: readonly string[]): Joined {
  const bounds = new Set([0]);
  let at = 0;
  for (const word of words) bounds.add((at += word.length));
  return { text: words.join(""), bounds };
}

/** Whether whole words make a name: banks leave out blanks and add others where a line ends. */
function hasJoined({ text, bounds }: Joined, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (bounds.has(at) && bounds.has(at + name.length)) return true;
  }
  return false;
}

/** Whether a name without surname stands in a memo only behind other words, which may be the beginning of a longer name. */
function isRestOfName(runs: readonly string[][], name: readonly string[]): boolean {
  if (surnames.has(name[0] as string)) return false;
  const holding = runs.filter((run) => ` ${run.join(" ")} `.includes(` ${name.join(" ")} `));
  return holding.length > 0 && !holding.some((run) => name.every((word, n) => word === run[n]));
}

/** Returns a name without a form of address before it. */
const withoutTitle = (name: readonly string[]): readonly string[] =>
  name.length > 1 && titles.has(name[0] as string) ? name.slice(1) : name;

/** Returns the letters of a memo's names in runs, which end at numbers and phrases. */
function runsOf(words: readonly string[]): string[][] {
  return words
    .map((word) => (/\d/.test(word) ? "|" : word))
    .join(" ")
    .replace(phrases, "|")
    .split("|")
    .map((run) => run.split(" ").filter((word) => word !== ""))
    .filter((run) => run.length > 1);
}

/** Returns how alike the name of an account and a customer's are, below 1. */
function alikeSender(sender: readonly string[], name: readonly string[]): number {
  if (sender.length < 2) return 0;
  const isGiven = name.length === 1 && name[0] === sender.at(-1);
  if (isGiven || isPartOf(name, sender) || isPartOf(sender, name) || isShortened(sender, name) || isCut(sender, name)) {
    return shared(sender, name);
  }
  return 0;
}

/** Returns how alike a customer's name and one of a memo are, below 1. */
function alikeMemo(runs: readonly string[][], name: readonly string[]): number {
  if (name.length < 2) return 0;
  let best = 0;
  for (const [n, run] of runs.entries()) {
    if (!run.some((word) => name.includes(word))) continue;
    for (let from = 0; from < run.length; from++) {
      const isLast = n === runs.length - 1;
      const rest = run.slice(from);
      if (isLast && isCut(rest, name)) best = Math.max(best, shared(rest, name));
      for (let length = name.length; length <= name.length + mostBetween; length++) {
        const some = rest.slice(0, length);
        if (some.length === length && (isPartOf(name, some) || isShortened(some, name)))
          best = Math.max(best, shared(some, name));
      }
    }
  }
  return best;
}

/** Whether at least two words, the given name among them, stand in a longer name; or are all of its words, in any order. */
function isPartOf(part: readonly string[], name: readonly string[]): boolean {
  if (part.length < 2 || part.length > name.length) return false;
  if (part.length === name.length) return part.toSorted().join(" ") === name.toSorted().join(" ");
  const given = name.at(-1);
  if (!part.includes(given as string)) return false;
  return part.every((word) => name.includes(word));
}

/** Whether some words of a name stand as initials, but for the given name and another one. */
function isShortened(words: readonly string[], name: readonly string[]): boolean {
  if (words.length !== name.length || words.at(-1) !== name.at(-1)) return false;
  const whole = words.filter((word, n) => word === name[n]).length;
  return whole > 1 && words.every((word, n) => word === name[n] || (word.length < 3 && name[n]?.startsWith(word)));
}

/** Whether words are the beginning of a name that a bank has cut. */
function isCut(words: readonly string[], name: readonly string[]): boolean {
  const [beginning, whole] = [words.join(""), name.join("")];
  return (
    words.length > 1 &&
    beginning.length >= Math.max(leastCutLetters, whole.length * leastCut) &&
    whole.startsWith(beginning)
  );
}

/** Returns the part of two names' letters that both have, below 1. */
function shared(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [a.join("").length, b.join("").length];
  return Math.min(mostAlike, (2 * Math.min(left, right)) / (left + right));
}
