/** The parts every list screen is made of: its head, its filters, its states, its foot. */
import type { UseQueryResult } from "@tanstack/react-query";
import { Search } from "lucide";
import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { groupedNumber } from "../lib/format.ts";
import { scrollToTop } from "../lib/scroll-to-top.ts";
import { useSearchText } from "../lib/use-search-text.ts";
import { Icon } from "../ui/icon.tsx";
import { Pager } from "../ui/pager.tsx";
import { pageCount } from "../ui/pager-window.ts";
import { EmptyState } from "../ui/states.tsx";
import { FailureBanner } from "./banner.tsx";
import { sentenceOf } from "./queries.ts";
import type { ListControl } from "./use-list-state.ts";

interface DeskHeadProps {
  title: string;
  /** A line below the title. */
  about?: ReactNode;
  /** Buttons at the right, the main one last. */
  children?: ReactNode;
}

/** The top of a screen: what it is and what can be done. */
export function DeskHead({ title, about, children }: DeskHeadProps) {
  return (
    <div className="desk__head">
      <div>
        <h1>{title}</h1>
        {about && <p className="muted num desk__about">{about}</p>}
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
  /** The search box's name and what it shows while empty; none without. */
  search?: { label: string; placeholder: string };
  /** Selects, by the filter's name. */
  choices?: { name: string; label: string; options: readonly Choice[] }[];
  sorts?: readonly Choice[];
  sizes?: readonly number[];
  /** How a size reads: `10 bài mỗi trang`. */
  sizeLabel?: (size: number) => string;
  children?: ReactNode;
}

/** Search, filters, order and page size in one row. */
export function Filters({ list, search, choices = [], sorts, sizes, sizeLabel, children }: FilterProps) {
  const { state, show } = list;
  return (
    <div className="filters compact">
      {search && <SearchBox {...search} applied={state.search} apply={(text) => show({ search: text })} />}
      {choices.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          value={state.filters[name] ?? ""}
          options={options}
          onChange={(value) => show({ filters: { [name]: value } })}
        />
      ))}
      {sorts && <Select label="Sắp xếp" value={state.sort} options={sorts} onChange={(sort) => show({ sort })} />}
      {sizes && (
        <Select
          label="Số dòng mỗi trang"
          value={String(state.size)}
          options={sizes.map((size) => ({ value: String(size), label: sizeLabel?.(size) ?? `${size} mỗi trang` }))}
          onChange={(size) => show({ size: Number(size) })}
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
  applied: string;
  apply: (text: string) => void;
}

function SearchBox({ label, placeholder, applied, apply }: SearchBoxProps) {
  const { text, setText, submit } = useSearchText(applied, apply);
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
  /** What is said when there is nothing. */
  empty: { title: string; text?: string; action?: ReactNode };
  /** The shape of what comes. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** What a list shows in each of its states. What is known stays while it is fetched anew. */
export function ListBody<T>({ query, isEmpty, empty, skeleton, children }: ListBodyProps<T>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  return (
    <div aria-busy={isFetching && (data === undefined || isPlaceholderData)}>
      {error && <FailureBanner error={error} busy={isFetching} onRetry={() => void refetch()} />}
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

/** What a screen shows beside its list and did not get: each sentence once, tried again together. */
export function Failures({ queries }: { queries: readonly UseQueryResult[] }) {
  const failed = queries.filter(({ error }) => error !== null);
  const sentences = [...new Set(failed.map(({ error }) => sentenceOf(error)))];
  return sentences.map((sentence) => {
    const these = failed.filter(({ error }) => sentenceOf(error) === sentence);
    return (
      <FailureBanner
        key={sentence}
        error={these[0]?.error}
        busy={these.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const { refetch } of these) void refetch();
        }}
      />
    );
  });
}

interface ListFootProps {
  list: ListControl;
  total: number;
  /** The total is of the list before the filters changed; the new one is on its way. */
  isFormer?: boolean;
  /** What is counted: `bài hát`. */
  noun?: string;
  /** With a box to go to a page by its number. */
  goTo?: boolean;
}

/** Which rows these are, and the way to the others. A page that is no more, its rows being deleted, gives way to the last. */
export function ListFoot({ list, total, isFormer = false, noun = "", goTo }: ListFootProps) {
  const { page, size } = list.state;
  const pages = pageCount(total, size);
  const from = (page - 1) * size + 1;
  const { show } = list;
  useEffect(() => {
    if (!isFormer && page > pages) show({ page: pages });
  }, [isFormer, page, pages, show]);
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

/** Goes to a page at Enter; whatever is no page from the first to the last is taken back. */
function GoTo({ page, pages, hrefOf }: { page: number; pages: number; hrefOf: (page: number) => string }) {
  const id = useId();
  const [text, setText] = useState(String(page));
  const navigate = useNavigate();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0;
    if (wanted < 1 || wanted > pages) return setText(String(page));
    void navigate(hrefOf(wanted), { replace: true, preventScrollReset: true });
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
