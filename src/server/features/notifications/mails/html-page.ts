/**
 * The HTML of an e-mail: tables and inline styles, which every mail program understands, and a style sheet for the dark colours, which some drop.
 */

import { dark, light, type Palette } from "#server/platform/palette.ts";
import { type Html, html, lines } from "./html.ts";
import type { MailLayout } from "./mail-layout.ts";

const font = "'Be Vietnam Pro','Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
/** A word of any length stays inside its column. */
const anyWord = "word-break:break-word;overflow-wrap:anywhere";

const ink = `color:${light.text}`;
const muted = `color:${light["text-muted"]}`;
const body = `margin:0 0 16px;font-size:16px;line-height:1.6;${ink};${anyWord}`;
const small = `margin:0;font-size:13px;line-height:1.6;${muted};${anyWord}`;
const linkStyle = `color:${light["accent-text"]};text-decoration:underline`;

/** The dark colours by class; the light ones stand inline. */
function darkRules(colours: Palette): string {
  const rules: Record<string, string> = {
    ground: `background-color:${colours.surface}`,
    card: `background-color:${colours["surface-raised"]};border-color:${colours.border}`,
    well: `background-color:${colours["surface-sunken"]}`,
    line: `border-color:${colours.border}`,
    ink: `color:${colours.text}`,
    muted: `color:${colours["text-muted"]}`,
    link: `color:${colours["accent-text"]}`,
    seal: `background-color:${colours.accent}`,
    button: `background-color:${colours.accent};color:${colours["accent-contrast"]}`,
    gold: `background-color:${colours.gold};color:${colours["gold-contrast"]}`,
  };
  return Object.entries(rules)
    .map(([name, style]) => `.${name}{${style.replaceAll(";", "!important;")}!important}`)
    .join("");
}

const styleSheet =
  ":root{color-scheme:light dark;supported-color-schemes:light dark}" +
  "@media (max-width:480px){.edge{padding-left:20px!important;padding-right:20px!important}.outer{padding-left:12px!important;padding-right:12px!important}}" +
  `@media (prefers-color-scheme:dark){${darkRules(dark)}}`;

/** Keeps mail programs from showing the message's first words behind the preheader. */
const filling = "\u{034f} \u{200c}\u{a0}".repeat(40);

/** Returns the page of a message. */
export function htmlPage(mail: MailLayout): string {
  const { subject, preheader, heading, greeting, paragraphs, facts, quote, links, action, closing, link } = mail;
  const page = html`<!doctype html>
<html lang="vi">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${subject}</title>
<style>${{ markup: styleSheet }}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${light.surface};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;${muted};mso-hide:all">${preheader}${filling}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.surface}" style="background-color:${light.surface};font-family:${font}">
<tr><td class="outer" align="center" style="padding:24px 16px 40px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;table-layout:fixed;text-align:left">
<tr><td style="padding:0 4px 20px">${brand(mail)}</td></tr>
<tr><td class="card edge" bgcolor="${light["surface-raised"]}" style="padding:32px;background-color:${light["surface-raised"]};border:1px solid ${light.border};border-radius:16px">
<h1 class="ink" style="margin:0 0 20px;font-size:24px;line-height:1.3;font-weight:700;letter-spacing:-0.02em;text-wrap:balance;${ink};${anyWord}">${heading}</h1>
${[greeting, ...paragraphs].map((text) => html`<p class="ink" style="${body}">${text}</p>\n`)}${factRows(facts)}${quoted(quote)}${linkList(links)}${button(mail)}
<p class="muted" style="${small}">Nút không mở được? Bạn chép đường dẫn này vào trình duyệt:<br>${anchor(action.url, action.url)}</p>
${closing.map((text) => html`<p class="muted" style="margin:20px 0 0;font-size:15px;line-height:1.6;${muted};${anyWord}">${text}</p>\n`)}${link ? html`<p class="muted" style="${small};margin-top:20px">${link.label}:<br>${anchor(link.url, link.url)}</p>` : []}
</td></tr>
<tr><td style="padding:20px 4px 0">${foot(mail)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  return page.markup;
}

function brand({ home, picture }: MailLayout): Html {
  return html`<a href="${home}" style="text-decoration:none"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="seal" width="36" height="36" bgcolor="${light.accent}" style="width:36px;height:36px;background-color:${light.accent};border-radius:9px"><img src="${picture}" width="36" height="36" alt="" style="display:block;width:36px;height:36px;border:0;border-radius:9px"></td>
<td class="ink" style="padding-left:10px;font-family:${font};font-size:20px;line-height:1.3;font-weight:700;letter-spacing:-0.03em;${ink}">Ngân Nga</td>
</tr></table></a>`;
}

function factRows(facts: MailLayout["facts"]): Html | [] {
  if (facts.length === 0) return [];
  const cell = `padding:10px 0;border-top:1px solid ${light.border};font-size:15px;line-height:1.5;vertical-align:top;${anyWord}`;
  const rows = facts.map(
    ({ label, value }) => html`<tr>
<td class="muted line" width="38%" style="${cell};padding-right:12px;${muted}">${label}</td>
<td class="ink line" style="${cell};font-weight:600;${ink}">${value}</td>
</tr>
`,
  );
  return html`<table role="presentation" class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px;table-layout:fixed;border-bottom:1px solid ${light.border}">
${rows}</table>
`;
}

function linkList(links: MailLayout["links"]): Html | [] {
  if (links.length === 0) return [];
  const row = "margin:0 0 10px;font-size:15px;line-height:1.5";
  return html`${links.map(({ label, url }) => html`<p class="ink" style="${row};${ink};${anyWord}">${anchor(url, label)}</p>\n`)}`;
}

function quoted(quote: MailLayout["quote"]): Html | [] {
  if (!quote) return [];
  return html`<p class="muted" style="margin:0 0 6px;font-size:15px;line-height:1.5;${muted}">${quote.label}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;table-layout:fixed"><tr>
<td class="well ink" bgcolor="${light["surface-sunken"]}" style="padding:14px 16px;background-color:${light["surface-sunken"]};border-radius:12px;font-size:15px;line-height:1.6;${ink};${anyWord}">${lines(quote.text)}</td>
</tr></table>
`;
}

function button({ action, tone }: MailLayout): Html {
  const [name, ground, text] =
    tone === "gold" ? ["gold", light.gold, light["gold-contrast"]] : ["button", light.accent, light["accent-contrast"]];
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr>
<td class="${name}" align="center" bgcolor="${ground}" style="background-color:${ground};border-radius:26px;mso-padding-alt:14px 28px"><a class="${name}" href="${action.url}" style="display:inline-block;padding:14px 28px;border-radius:26px;background-color:${ground};color:${text};font-family:${font};font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${action.label}</a></td>
</tr></table>`;
}

function foot({ reason, contact, unsubscribe, home }: MailLayout): Html {
  const links = [contact, unsubscribe, { label: "Ngân Nga", url: home }].filter((link) => link !== undefined);
  return html`<p class="muted" style="${small}">${reason}</p>
<p class="muted" style="${small};margin-top:8px">${links.map(({ label, url }, i) => html`${i === 0 ? "" : " · "}${anchor(url, label)}`)}</p>`;
}

function anchor(url: string, label: string): Html {
  return html`<a class="link" href="${url}" style="${linkStyle}">${label}</a>`;
}
