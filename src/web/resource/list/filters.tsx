import { ListFilter, Search, X } from "lucide";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useSearchText } from "../../lib/use-search-text.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./list.module.css";
import type { ListControl } from "./use-list-state.ts";

export interface Choice {
  value: string;
  label: string;
}

/** A filter with its options. */
export interface FilterChoice {
  name: string;
  label: string;
  options: readonly Choice[];
}

interface FiltersProps {
  list: ListControl;
  search?: { label: string; placeholder: string; maxLength?: number };
  choices?: readonly FilterChoice[];
  sorts?: readonly Choice[];
  /** Filters of the list that have no control here. */
  hidden?: readonly string[];
  /** Further filters. */
  children?: ReactNode;
  /** Stands at the end of the line. */
  menu?: ReactNode;
}

/** Search of a list, and its filters behind a button that tells how many are set. */
export function Filters({ list, search, choices = [], sorts, hidden = [], children, menu }: FiltersProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { state, update } = list;
  const shown = Object.keys(state.filters).filter((name) => !hidden.includes(name));
  const active = shown.filter((name) => state.filters[name] !== "").length;
  const hasSelects = choices.length > 0 || sorts || children;
  const clear = () => update({ search: "", filters: Object.fromEntries(shown.map((name) => [name, ""])) });
  return (
    <div className={`tight compact ${styles.filters}`}>
      {search && <SearchBox {...search} value={state.search} onSearch={(text) => update({ search: text })} />}
      {hasSelects && (
        <button
          type="button"
          className="btn btn--line"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon icon={ListFilter} />
          <span>
            <span className="btn__text">Bộ lọc</span>
            {active > 0 && ` (${active})`}
          </span>
        </button>
      )}
      {menu}
      {hasSelects && (
        <div id={id} className={styles.filtersSelects} hidden={!isOpen}>
          {choices.map(({ name, label, options }) => (
            <Select
              key={name}
              label={label}
              value={state.filters[name] ?? ""}
              options={options}
              onChange={(value) => update({ filters: { [name]: value } })}
            />
          ))}
          {children}
          {sorts && <Select label="Sắp xếp" value={state.sort} options={sorts} onChange={(sort) => update({ sort })} />}
          {active > 0 && (
            <button type="button" className="btn" onClick={clear}>
              <Icon icon={X} />
              Bỏ lọc
            </button>
          )}
        </div>
      )}
    </div>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly Choice[];
  onChange: (value: string) => void;
}

/** A native list of choices in the line of a list. */
export function Select({ label, value, options, onChange }: SelectProps) {
  // Options that are still loading: the value of the URL keeps its place.
  const isKnown = options.some((option) => option.value === value);
  return (
    <select className="select" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {!isKnown && <option value={value}>…</option>}
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
  maxLength?: number;
  value: string;
  onSearch: (text: string) => void;
}

function SearchBox({ label, placeholder, maxLength = 200, value, onSearch }: SearchBoxProps) {
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
        maxLength={maxLength}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
