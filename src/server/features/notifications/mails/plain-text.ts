/** The plain text of an e-mail: at most 78 columns, each link on a line of its own. */
import type { MailLayout } from "./mail-layout.ts";

const columns = 78;

/** Returns the text of a message. */
export function plainText(mail: MailLayout): string {
  const { heading, greeting, paragraphs, facts, quote, links, action, closing, link, reason, contact, unsubscribe } =
    mail;
  const blocks = [
    "NGÂN NGA",
    wrap(heading),
    wrap(greeting),
    ...paragraphs.map((paragraph) => wrap(paragraph)),
    facts.map(({ label, value }) => wrap(`${label}: ${value}`)).join("\n"),
    quote && `${quote.label}:\n${wrap(quote.text, "> ")}`,
    ...links.map(linkLines),
    linkLines(action),
    ...closing.map((paragraph) => wrap(paragraph)),
    link && linkLines(link),
    "--------",
    wrap(reason),
    contact && linkLines(contact),
    unsubscribe && linkLines(unsubscribe),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function linkLines({ label, url }: { label: string; url: string }): string {
  return `${label}:\n${url}`;
}

/** Breaks lines between words, and words that are longer than a line. @param prefix of each line. */
export function wrap(text: string, prefix = ""): string {
  const width = columns - prefix.length;
  const wrapLine = (line: string) => {
    const wrapped: string[] = [];
    let rest = "";
    for (const word of line.split(" ")) {
      const joined = rest === "" ? word : `${rest} ${word}`;
      if ([...joined].length <= width) {
        rest = joined;
        continue;
      }
      if (rest !== "") wrapped.push(rest);
      const signs = [...word];
      while (signs.length > width) wrapped.push(signs.splice(0, width).join(""));
      rest = signs.join("");
    }
    return [...wrapped, rest];
  };
  return text
    .split("\n")
    .flatMap(wrapLine)
    .map((line) => prefix + line)
    .join("\n");
}
