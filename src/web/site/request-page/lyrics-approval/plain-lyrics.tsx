import type { CustomerRequest } from "#contract/requests.ts";
import styles from "./plain-lyrics.module.css";

/** The latest lyrics to read, until the part of the page that answers them is there. */
export function PlainLyrics({ request: { lyrics } }: { request: Pick<CustomerRequest, "lyrics"> }) {
  const [latest] = lyrics;
  if (!latest) return null;
  return (
    <section id="loi-bai-hat" className="card">
      <h2>Lời bài hát</h2>
      <p className={styles.text}>{latest.text}</p>
    </section>
  );
}
