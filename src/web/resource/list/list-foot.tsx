import { type FormEvent, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { countedNumber, groupedNumber } from "../../lib/format.ts";
import { scrollToTop } from "../../lib/scroll-to-top.ts";
import { Pager } from "../../ui/pager.tsx";
import { pageCount } from "../../ui/pager-window.ts";
import { Select } from "./filters.tsx";
import type { ListControl } from "./use-list-state.ts";

interface ListFootProps {
  list: ListControl;
  total: number;
  /** True while `total` still belongs to the previous filters. */
  isStale?: boolean;
  /** Noun after the total: `bài hát`. */
  noun?: string;
  /** Sizes of a page to choose from. */
  sizes?: { choices: readonly number[]; label?: (size: number) => string };
  hasGoTo?: boolean;
  /** Shows the five pages around the current one, without the first and the last. */
  hasPageWindowOnly?: boolean;
}

/** Range of the rows shown, and the pager. A page past the end, after deletions, is replaced by the last page. */
export function ListFoot({
  list,
  total,
  isStale = false,
  noun = "",
  sizes,
  hasGoTo,
  hasPageWindowOnly,
}: ListFootProps) {
  const { page, size } = list.state;
  const pages = pageCount(total, size);
  const from = (page - 1) * size + 1;
  const { update } = list;
  useEffect(() => {
    if (!isStale && page > pages) update({ page: pages });
  }, [isStale, page, pages, update]);
  if (total === 0) return null;
  return (
    <div className="table-foot compact">
      <span className="num" role="status">
        {`Hiển thị ${groupedNumber(Math.min(from, total))} - ${groupedNumber(Math.min(from + size - 1, total))} trong tổng số ${countedNumber(total)}${noun && ` ${noun}`}`}
      </span>
      <Pager
        page={page}
        pages={pages}
        href={list.hrefOf}
        onTurn={scrollToTop}
        keepsHistory
        isWindowOnly={hasPageWindowOnly}
      />
      {sizes && (
        <Select
          label="Số dòng mỗi trang"
          value={String(size)}
          options={sizes.choices.map((choice) => ({
            value: String(choice),
            label: sizes.label?.(choice) ?? `${choice} mỗi trang`,
          }))}
          onChange={(chosen) => update({ size: Number(chosen) })}
        />
      )}
      {hasGoTo && <GoTo key={page} page={page} pages={pages} hrefOf={list.hrefOf} />}
    </div>
  );
}

/** Navigates to the typed page on Enter; input outside 1 to `pages` is reset. */
function GoTo({ page, pages, hrefOf }: { page: number; pages: number; hrefOf: (page: number) => string }) {
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
    <form className="goto" onSubmit={onSubmit}>
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
