import styles from "./mail-frame.module.css";

/** An e-mail as mail programs show it, in a frame of its own. */

/** The frame runs no scripts. Its links open in tabs, which are not bound by the frame. */
const sandbox = "allow-popups allow-popups-to-escape-sandbox";

export function MailFrame({ subject, html }: { subject: string; html: string }) {
  return <iframe className={styles.mailFrame} title={`Email: ${subject}`} sandbox={sandbox} srcDoc={shownHtml(html)} />;
}

/**
 * Returns the page of an e-mail for the frame. Its pictures are those of this site, read from where the back office is: the address in the
 * e-mail may be that of another host, which the page's policy refuses.
 */
function shownHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const picture of page.querySelectorAll("img")) {
    const { pathname } = new URL(picture.getAttribute("src") ?? "", window.location.origin);
    picture.setAttribute("src", pathname);
  }
  const base = page.createElement("base");
  base.target = "_blank";
  page.head.prepend(base);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
