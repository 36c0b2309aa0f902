/**
 * Writes each sample e-mail as HTML, as text and as pictures, light and dark, of a phone and of a desk: `node test/mail-previews.ts FOLDER`.
 * With `inverted` behind it, as a browser darkens a page that has no dark colours of its own.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium as browserType } from "@playwright/test";
import { renderMail } from "#server/features/notifications/mails/mail.ts";
import { chromium } from "./chromium.ts";
import { eachMail, mailContext, mailOrigin } from "./mail-samples.ts";

const [folder, mode] = process.argv.slice(2);
if (!folder) throw new Error("Name the folder for the previews");
mkdirSync(folder, { recursive: true });
const mails = eachMail((event, data, sample) => ({
  name: `${event}-${sample + 1}`,
  ...renderMail(event, data, mailContext(event)),
}));
const isInverted = mode === "inverted";
const schemes = isInverted ? (["inverted"] as const) : (["light", "dark"] as const);
const browser = await browserType.launch({
  ...chromium,
  args: [...chromium.args, ...(isInverted ? ["--enable-features=WebContentsForceDark"] : [])],
});
for (const width of [390, 1280]) {
  for (const scheme of schemes) {
    const page = await browser.newPage({
      viewport: { width, height: 800 },
      colorScheme: scheme === "dark" ? "dark" : "light",
    });
    await page.route(`${mailOrigin}/*`, (route) =>
      route.fulfill({ body: readFileSync(`public${new URL(route.request().url()).pathname}`) }),
    );
    for (const { name, subject, html, text } of mails) {
      const file = path.join(folder, name);
      writeFileSync(`${file}.html`, html);
      writeFileSync(`${file}.txt`, `${subject}\n\n${text}`);
      const shown = isInverted ? html.replace(/<style>.*?<\/style>|<meta name="[a-z-]*color-scheme[^>]*>/g, "") : html;
      await page.setContent(shown, { waitUntil: "networkidle" });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) process.stdout.write(`${name} is ${overflow} px too wide at ${width} px\n`);
      await page.screenshot({ path: `${file}-${width}-${scheme}.png`, fullPage: true });
    }
    await page.close();
  }
}
await browser.close();
