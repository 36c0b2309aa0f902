/** The values of a template's parameters, made of an event's data within Zalo's limits. */
import { type ZaloEvent, type ZaloTemplate, type ZaloValue, zaloEventValues, zaloValues } from "#contract/zalo.ts";
import { vietnamUtcOffset } from "#server/platform/vietnam-time.ts";
import type { ChannelMessage } from "../channel.ts";
import { cleanText } from "../mails/words.ts";

/** A message that Zalo can send. */
export type ZaloMessage = Extract<ChannelMessage, { event: ZaloEvent }>;

/** Returns whether Zalo can tell of the event of a message. */
export function isZaloMessage(message: ChannelMessage): message is ZaloMessage {
  return message.event in zaloEventValues;
}

/**
 * Returns the data of a template by the names of its parameters.
 * @returns the first value that the message lacks, when there is one: Zalo takes no empty parameter.
 */
export function templateData(
  message: ZaloMessage,
  { params }: ZaloTemplate,
): { data: Record<string, string> } | { missing: ZaloValue } {
  const values = valuesOf(message);
  const data: Record<string, string> = {};
  for (const [value, name] of Object.entries(params) as [ZaloValue, string][]) {
    if (name === "") continue;
    const text = values[value];
    if (!text) return { missing: value };
    data[name] = text;
  }
  return { data };
}

type Values = Partial<Record<ZaloValue, string | undefined>>;

function valuesOf(message: ZaloMessage): Values {
  const { data, recipientName } = message;
  const common: Values = { recipient_name: shortened(recipientName, zaloValues.recipient_name.limit) };
  const text = (value: ZaloValue, field: string) => {
    if (field in data) common[value] = shortened(String((data as never)[field] ?? ""), zaloValues[value].limit);
  };
  text("code", "code");
  text("package_name", "package_name");
  text("idea", "idea");
  text("words", "words");
  text("version", "version");
  text("customer_name", "customer_name");
  text("from", "from");
  if ("code" in data) common.transfer_note = transferNote(data.code);
  if ("amount" in data) common.amount = wholeAmount(data.amount);
  else if ("price" in data) common.amount = wholeAmount(data.price);
  if ("due_at" in data) common.due_at = vietnamTime(data.due_at);
  if ("expires_at" in data && data.expires_at !== null) common.expires_at = vietnamTime(data.expires_at);
  if ("path" in data) common.link = linkPart(data.path);
  return common;
}

/** A text in one line, without signs that Zalo could refuse or that change the direction of writing; a longer one ends in an ellipsis. */
function shortened(text: string, limit: number): string {
  const signs = [...cleanText(text).replace(/\s+/g, " ")];
  return signs.length <= limit
    ? signs.join("")
    : `${signs
        .slice(0, limit - 1)
        .join("")
        .trimEnd()}…`;
}

/** Letters without marks, digits and blanks: what every bank passes on. */
function transferNote(text: string): string {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/đ/g, "d")
    .replace(/Đ/g, "D")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim();
  return plain.slice(0, zaloValues.transfer_note.limit).trimEnd();
}

const wholeAmount = (amount: number) => String(Math.round(amount));

/** `hh:mm dd/mm/yyyy` in Vietnam. */
function vietnamTime(iso: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return "";
  const [, year, month, day, clock] =
    /^(\d+)-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(new Date(time + vietnamUtcOffset * 3600_000).toISOString()) ?? [];
  return `${clock} ${day}/${month}/${year}`;
}

/** The part after the domain and its slash in the link of a button; empty for a path that is too long. */
function linkPart(path: string): string {
  const { pathname, search } = new URL(path, "http://localhost");
  const part = `${pathname}${search}`.replace(/^\/+/, "");
  return part.length <= zaloValues.link.limit ? part : "";
}
