import type { UseQueryResult } from "@tanstack/react-query";
import { Search } from "lucide";
import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { groupedNumber } from "../../lib/format.ts";
import { scrollToTop } from "../../lib/scroll-to-top.ts";
import { useSearchText } from "../../lib/use-search-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { Pager } from "../../ui/pager.tsx";
import { pageCount } from "../../ui/pager-window.ts";
import { EmptyState } from "../../ui/states.tsx";
import { ErrorBanner } from "../controls/banner.tsx";
import { errorMessage } from "../data/queries.ts";
import type { ListControl } from "./use-list-state.ts";

interface PageHeaderProps {
  title: string;
  summary?: ReactNode;
  children?: ReactNode;
}

export function PageHeader({ title, summary, children }: PageHeaderProps) {
  return (
    <div className="page-header">
      <div>
        <h1>{title}</h1>
        {summary && <p className="muted num page-header__summary">{summary}</p>}
      </div>
      {children}
    </div>
  );
}

export interface Choice {
  value: string;
  label: string;
}

interface FilterProps {
  list: ListControl;
  search?: { label: string; placeholder: string };
  choices?: { name: string; label: string; options: readonly Choice[] }[];
  sorts?: readonly Choice[];
  sizes?: readonly number[];
  sizeLabel?: (size: number) => string;
  children?: ReactNode;
}

export function Filters({ list, search, choices = [], sorts, sizes, sizeLabel, children }: FilterProps) {
  const { state, update } = list;
  return (
    <div className="filters compact">
      {search && <SearchBox {...search} value={state.search} onSearch={(text) => update({ search: text })} />}
      {choices.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          value={state.filters[name] ?? ""}
          options={options}
          onChange={(value) => update({ filters: { [name]: value } })}
        />
      ))}
      {sorts && <Select label="Sắp xếp" value={state.sort} options={sorts} onChange={(sort) => update({ sort })} />}
      {sizes && (
        <Select
          label="Số dòng mỗi trang"
          value={String(state.size)}
          options={sizes.map((size) => ({ value: String(size), label: sizeLabel?.(size) ?? `${size} mỗi trang` }))}
          onChange={(size) => update({ size: Number(size) })}
        />
      )}
      {children}
    </div>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly Choice[];
  onChange: (value: string) => void;
}

function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <select className="select" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}

function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const { text, setText, submit } = useSearchText(value, onSearch);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form className="search" role="search" onSubmit={onSubmit}>
      <Icon icon={Search} />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}

interface ListBodyProps<T> {
  query: UseQueryResult<T>;
  isEmpty: (data: T) => boolean;
  empty: { title: string; text?: string; action?: ReactNode };
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** The body of a list: error, skeleton, empty state or rows. Rows stay visible during a refetch. */
export function ListBody<T>({ query, isEmpty, empty, skeleton, children }: ListBodyProps<T>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  return (
    <div aria-busy={isFetching && (data === undefined || isPlaceholderData)}>
      {error && <ErrorBanner error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data !== undefined ? (
        isEmpty(data) ? (
          <EmptyState title={empty.title} text={empty.text}>
            {empty.action}
          </EmptyState>
        ) : (
          children(data)
        )
      ) : (
        !error && skeleton
      )}
    </div>
  );
}

/** Errors of the queries beside a list. Queries with the same message share one banner and its retry. */
export function QueryErrors({ queries }: { queries: readonly UseQueryResult[] }) {
  const failed = queries.filter(({ error }) => error !== null);
  const messages = [...new Set(failed.map(({ error }) => errorMessage(error)))];
  return messages.map((message) => {
    const sameMessage = failed.filter(({ error }) => errorMessage(error) === message);
    return (
      <ErrorBanner
        key={message}
        error={sameMessage[0]?.error}
        busy={sameMessage.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const { refetch } of sameMessage) void refetch();
        }}
      />
    );
  });
}

interface ListFootProps {
  list: ListControl;
  total: number;
  /** True while `total` still belongs to the previous filters. */
  isStale?: boolean;
  /** Noun after the total: `bài hát`. */
  noun?: string;
  goTo?: boolean;
}

/** Range of the rows shown, and the pager. A page past the end, after deletions, is replaced by the last page. */
export function ListFoot({ list, total, isStale = false, noun = "", goTo }: ListFootProps) {
  const { page, size } = list.state;
  const pages = pageCount(total, size);
  const from = (page - 1) * size + 1;
  const { update } = list;
  useEffect(() => {
    if (!isStale && page > pages) update({ page: pages });
  }, [isStale, page, pages, update]);
  if (total === 0) return null;
  return (
    <div className="table-foot">
      <span className="num" role="status">
        {`Hiển thị ${groupedNumber(Math.min(from, total))} - ${groupedNumber(Math.min(from + size - 1, total))} trong tổng số ${groupedNumber(total)}${noun && ` ${noun}`}`}
      </span>
      <Pager page={page} pages={pages} href={list.hrefOf} onTurn={scrollToTop} />
      {goTo && <GoTo key={page} page={page} pages={pages} hrefOf={list.hrefOf} />}
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
    void navigate(hrefOf(target), { replace: true, preventScrollReset: true });
    scrollToTop();
  };
  return (
    <form className="goto compact" onSubmit={onSubmit}>
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
