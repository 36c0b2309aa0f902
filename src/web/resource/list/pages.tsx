/** The pages below the rows of a list, one component for each way to show them. */
import { type FormEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { scrollToTop } from "../../lib/scroll-to-top.ts";
import { Pager } from "../../ui/pager.tsx";
import styles from "./pages.module.css";

export interface PagesProps {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

export function NumberedPages({ page, pages, hrefOf }: PagesProps) {
  return <Pager page={page} pages={pages} href={hrefOf} onTurn={scrollToTop} keepsHistory />;
}

/** The five pages around the current one, without the first and the last. */
export function NearPages({ page, pages, hrefOf }: PagesProps) {
  return <Pager page={page} pages={pages} href={hrefOf} onTurn={scrollToTop} keepsHistory isWindowOnly />;
}

/** Numbered pages, and a box for the number of a page. */
export function PagesWithGoTo(props: PagesProps) {
  return (
    <>
      <NumberedPages {...props} />
      <GoTo key={props.page} {...props} />
    </>
  );
}

/** Navigates to the typed page on Enter; input outside 1 to `pages` is reset. */
function GoTo({ page, pages, hrefOf }: PagesProps) {
  const id = useId();
  const [text, setText] = useState(String(page));
  const navigate = useNavigate();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const target = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0;
    if (target < 1 || target > pages) return setText(String(page));
    void navigate(hrefOf(target), { preventScrollReset: true });
    scrollToTop();
  };
  return (
    <form className={styles.goto} onSubmit={onSubmit}>
      <label htmlFor={id}>Đến trang</label>
      <input
        id={id}
        className="input num"
        inputMode="numeric"
        aria-label={`Đến trang, từ 1 đến ${pages}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
