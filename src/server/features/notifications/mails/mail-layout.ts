/** The parts of an e-mail between its contents and the HTML and text that are made of them. */
import type { MailContent } from "./contents.ts";

export interface MailLink {
  label: string;
  url: string;
}

/** A message whose links are absolute, to be laid out as HTML and as text. */
export interface MailLayout extends Required<Pick<MailContent, "preheader" | "heading" | "paragraphs" | "reason">> {
  subject: string;
  greeting: string;
  facts: NonNullable<MailContent["facts"]>;
  quote: MailContent["quote"];
  action: MailLink;
  links: readonly MailLink[];
  closing: readonly string[];
  link: MailLink | undefined;
  contact: MailLink | undefined;
  unsubscribe: MailLink | undefined;
  tone: MailContent["tone"];
  home: string;
  picture: string;
}
