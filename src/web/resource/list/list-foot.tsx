import { type ComponentType, useEffect } from "react";
import { countedNumber, groupedNumber } from "../../lib/format.ts";
import { pageCount } from "../../ui/pager-window.ts";
import { Select } from "./filters.tsx";
import styles from "./list-foot.module.css";
import { NumberedPages, type PagesProps } from "./pages.tsx";
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
  Pages?: ComponentType<PagesProps>;
}

/** Range of the rows shown, and the pager. A page past the end, after deletions, is replaced by the last page. */
export function ListFoot({ list, total, isStale = false, noun = "", sizes, Pages = NumberedPages }: ListFootProps) {
  const { page, size } = list.state;
  const pages = pageCount(total, size);
  const from = (page - 1) * size + 1;
  const { update } = list;
  useEffect(() => {
    if (!isStale && page > pages) update({ page: pages });
  }, [isStale, page, pages, update]);
  if (total === 0) return null;
  return (
    <div className={`${styles.tableFoot} compact`}>
      <span className="num" role="status">
        {`Hiển thị ${groupedNumber(Math.min(from, total))} - ${groupedNumber(Math.min(from + size - 1, total))} trong tổng số ${countedNumber(total)}${noun && ` ${noun}`}`}
      </span>
      <Pages page={page} pages={pages} hrefOf={list.hrefOf} />
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
    </div>
  );
}
