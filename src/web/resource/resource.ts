/**
 * The declaration of a resource: its list, form and actions. `ResourceScreen` makes a screen of it, right in every state; docs/screens.md
 * shows one made from nothing.
 */
import type { IconNode } from "lucide";
import type { ComponentType, ReactNode } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { z } from "zod";
import type { Api } from "#contract/api.ts";
import type { BinEntity } from "#contract/bin.ts";
import type { BulkKind, BulkOptions } from "#contract/bulk.ts";
import type { CallInput, Reply } from "#contract/endpoint.ts";
import type { EntityName } from "#contract/entities.ts";
import type { SortOrder } from "#contract/list.ts";
import type { LiveTopic } from "#contract/live.ts";
import type { Confirm } from "./controls/confirm.tsx";
import type { ChangeEndpoint, ErrorMessages, GetEndpoint, Send } from "./data/queries.ts";
import type { Changed } from "./form/use-resource-form.ts";
import type { Choice } from "./list/filters.tsx";
import type { PagesProps } from "./list/pages.tsx";

export interface RowData {
  id: number;
  /** Of the fields that its form changes. */
  version?: string | undefined;
}

/** The changing endpoints that take this input. */
type Taking<I> = { [K in ChangeEndpoint]: I extends CallInput<Api[K]> ? K : never }[ChangeEndpoint];

/** An endpoint with its messages. Errors without a message of the server show `fallback`, a missing response `unreachable`. */
interface CallDeclaration<I> extends ErrorMessages {
  endpoint: Taking<I>;
  /** Shown after success. */
  success?: string;
  /** Milliseconds until a request without a response fails; 10 seconds by default. */
  timeout?: number;
}

/** Query of a list as its endpoint takes it. */
export type ListQuery = Readonly<Record<string, string | number | boolean | undefined>>;

interface ListDeclaration<K extends GetEndpoint, T> extends ErrorMessages {
  endpoint: K;
  /** Returns the rows of a reply; by default the reply is the array of them. */
  rows?: (data: Reply<Api[K]>) => readonly T[];
  /** The endpoint that counts the rows of the same filter; without one `X-Total-Count` or the reply's `total` tells. */
  count?: CountEndpoint;
  /** Takes search, filters, sorts, skip and limit; without, the reply has all rows, which are searched and sorted here. */
  isPaged?: boolean;
  /** Returns the query of a page, for endpoints that count pages; by default skip and limit. */
  paging?: (page: number, size: number) => ListQuery;
}

type CountEndpoint = {
  [K in GetEndpoint]: Reply<Api[K]> extends { total: number } ? K : never;
}[GetEndpoint];

/** Places of a value on a card, from top to bottom. A row has one title; its other values stand in the order of the columns. */
export type CardPlace = "media" | "title" | "subtitle" | "badges" | "body" | "foot";

export interface Column<T> {
  id: string;
  /** Head of the table's column. */
  label: string;
  cell: (row: T, tools: RowTools<T>) => ReactNode;
  /** Value on a card, when it differs. */
  cardCell?: (row: T, tools: RowTools<T>) => ReactNode;
  card?: CardPlace;
  /** Shown in one view only. */
  only?: "cards" | "table";
  /** Name of the endpoint's sort that the head of the column selects. */
  sortBy?: string;
  isNumber?: boolean;
  /** Shows the label before the value where rows are stacked, on narrow screens. */
  hasLabel?: boolean;
  /** A code or a day, which is never cut beside a panel. */
  isShort?: boolean;
  /** Class of the table's cells. */
  className?: string;
  /** Beside a panel, where each row is one line, the column stays; that of the title always does. */
  isKey?: boolean;
  /** Value in that line, when it differs. */
  lineCell?: (row: T) => ReactNode;
  /** In a table below 1440 px, left out. */
  isWide?: boolean;
  /** Height of the value on a card while it loads, in rem. */
  skeleton?: number;
}

/** Actions on a row, for its cells. */
export interface RowTools<T> {
  edit(row: T): void;
  remove(row: T): void;
  /** Opens the details. */
  open(row: T): void;
  /** The switch of the resource's toggle. */
  toggle(row: T): ReactNode;
}

export interface Sort<T = never> {
  label: string;
  by: string;
  order: SortOrder;
  /** The rows' value to sort by, for lists that come whole. */
  value?: (row: T) => string | number;
}

/** Options that an endpoint replies. */
type OptionsOf<K extends GetEndpoint> = ErrorMessages & {
  endpoint: K;
  options: (data: Reply<Api[K]>) => readonly Choice[];
};
export type OptionSource = { [K in GetEndpoint]: OptionsOf<K> }[GetEndpoint];

export interface Filter {
  /** Name in the URL. */
  name: string;
  /** Name in the endpoint's query; the same by default. */
  param?: string;
  label: string;
  /** Text of no filter. */
  all: string;
  options: readonly Choice[] | OptionSource;
}

/** A filter of the URL without a control of the kit: the screen's `Band` or a link of another screen sets it. */
export interface UrlFilter {
  /** Name in the URL. */
  name: string;
  /** Name in the endpoint's query; the same by default. */
  param?: string;
  accepts: (value: string) => boolean;
  /** Returns the value for the endpoint, also of none (empty); by default the value itself. */
  query?: (value: string) => string | undefined;
}

/** A part of a list that has a tab of its own. */
export interface TabChoice {
  /** Names its number among those of the endpoint; by default its value. */
  id?: string;
  /** In the URL, where the first choice stands for none. */
  value: string;
  /** Filters that belong to it too, by their names in the URL. */
  sets?: Readonly<Record<string, string>>;
  label: string;
  /** Its part of the list's query; empty for all rows. */
  query: ListQuery;
  /** Its number stands out while there are rows: somebody has to act. */
  isUrgent?: boolean;
}

interface TabsOf<K extends GetEndpoint> extends ErrorMessages {
  /** Name in the URL. */
  name: string;
  /** Names the tabs for screen readers. */
  label: string;
  /** The first is the default. */
  choices: readonly TabChoice[];
  /** Shown as cards with the number above its label. */
  look?: "cards";
  /** Counts the rows; takes search and filters of the list, without those of the tab. */
  endpoint: K;
  /** The endpoint counts all rows, whatever the filters. */
  isUnfiltered?: boolean;
}
/** Numbers by the ids of tabs. */
export type TabNumbers = Readonly<Record<string, number | undefined>>;
/** Returns the numbers by the ids of the choices; a reply that is such a record needs none. */
type Counts<K extends GetEndpoint> =
  Reply<Api[K]> extends TabNumbers
    ? { counts?: (data: Reply<Api[K]>) => TabNumbers }
    : { counts: (data: Reply<Api[K]>) => TabNumbers };
export type ListTabs = { [K in GetEndpoint]: TabsOf<K> & Counts<K> }[GetEndpoint];

interface Question<T> {
  title: string;
  /** A string is asked above the row's name; an element says the name itself. */
  text: string | ((row: T) => ReactNode);
  /** Text of the button that does it. */
  action: string;
}

/** An endpoint that takes a row's input. */
type RowCall<T> = {
  [K in ChangeEndpoint]: ErrorMessages & { endpoint: K; input: (row: T) => CallInput<Api[K]>; success?: string };
}[ChangeEndpoint];

export interface RowAction<T> {
  label: string;
  icon: IconNode;
  isShown?: (row: T) => boolean;
  isDanger?: boolean;
  /** In the menu of the row, not beside it. */
  isInMenu?: boolean;
  /** Shown as a button with this text instead of the icon: the step that the row waits for, which the key C presses. The label begins with it. */
  text?: string;
  /** Calls an endpoint, after the question if there is one. */
  call?: RowCall<T> & { question?: Question<T> };
  /** Shows a dialog. */
  dialog?: (row: T, close: () => void) => ReactNode;
  /** Leads to an address outside of the back office, in a new tab; for one beside the menu. */
  href?: (row: T) => string;
}

/** A change of many rows, made by a job of the server. */
export interface BulkAction {
  kind: BulkKind;
  /** In the menu, or on its button. */
  label: string;
  /** What it does, before the number of rows: `tạm ẩn`. Question, progress and result are made of it. */
  verb: string;
  note?: string;
  isDanger?: boolean;
  /** Stands beside the menu. */
  isMain?: boolean;
  /** Where to see what the job has left over. */
  lookAt?: string;
  /** What the question asks for: one of some options, a number of days, or a moment to come. */
  asks?:
    | {
        kind: "choice";
        label: string;
        options: readonly Choice[] | OptionSource;
        toOptions: (value: string) => BulkOptions;
      }
    | { kind: "days" }
    | { kind: "moment"; label: string; toOptions: (time: string) => BulkOptions };
}

/** A number below the rows. */
export interface Sum {
  label: string;
  value: number | string;
  /** Behind the number: `₫`. */
  unit?: string;
  /** Filters in the URL that show the counted rows, on top of those that are set. */
  shows?: Readonly<Record<string, string | undefined>>;
}

interface SumsDeclaration<K extends GetEndpoint> extends ErrorMessages {
  /** Names them for screen readers. */
  label: string;
  /** Takes search and filters of the list. */
  endpoint: K;
  /** The endpoint takes no filters. */
  isUnfiltered?: boolean;
  sums: (data: Reply<Api[K]>) => readonly Sum[];
}
export type Sums = { [K in GetEndpoint]: SumsDeclaration<K> }[GetEndpoint];

/** A file to save, or the URL from which the browser downloads it. */
export type Exported = { fileName: string | undefined; content: Blob } | { url: string };

export interface FilterProps {
  /** Query of the rows that the filters show. */
  filter: ListQuery;
}

/** Tools of a form that saves by itself. */
export interface SaveTools<T, B = unknown> {
  /** Of the values those that were changed, with the version of the row that they were changed in. */
  changed: Changed<B>;
  /** Calls an endpoint. @throws ApiError */
  send: Send;
  /** Asks a question; resolves to whether it was confirmed. */
  confirm: Confirm;
  /** Makes the form that of a saved row, so that saving again after a later error does not add it twice. */
  onSaved: (row: T) => void;
}

export interface FormDeclaration<T, V extends FieldValues, B> {
  /** The schema, or the one for a row; without a row that for a new one. */
  schema: z.ZodType<B, V> | ((row: T | undefined) => z.ZodType<B, V>);
  /** Values of all fields; without a row those of a new one. */
  values: (row: T | undefined) => NoInfer<DefaultValues<V> & Record<keyof V, unknown>>;
  fields: (row: T | undefined) => ReactNode;
  create?: CallDeclaration<{ body: NoInfer<B> }>;
  change?: CallDeclaration<{ params: { id: number }; body: NoInfer<B> }>;
  /**
   * Saves by several calls, in place of `create` and `change`. Returns the message of success; undefined when a question was declined, which
   * leaves the form open. @throws ApiError with the message for the form
   */
  save?: (body: NoInfer<B>, row: T | undefined, tools: SaveTools<T, NoInfer<B>>) => Promise<string | undefined>;
  /** Width of the dialog in rem. */
  width?: 34 | 50 | 52;
  /** It adds rows only: they are changed in their details. */
  isForNew?: boolean;
  /** Returns the values of a panel once they are saved, without what must not be done again by the next save. */
  afterSave?: (values: V) => V;
}

export interface Resource<T extends RowData, V extends FieldValues = FieldValues, B = unknown> {
  /** Heading of the screen. */
  title: string;
  /** A row in running text: `bài hát`. */
  noun: string;
  /** Name of a row, in labels and questions. */
  nameOf: (row: T) => string;
  list: ListDeclaration<GetEndpoint, T>;
  columns: readonly Column<T>[];
  /** Marks rows that should catch the eye; a badge or text of the row says the same in words. */
  rowTone?: (row: T) => "late" | undefined;
  /** The view before one is chosen; cards by default. */
  view?: "cards" | "table";
  search?: {
    label: string;
    placeholder: string;
    /** Letters that it takes; 200 by default. */
    maxLength?: number;
    /** Of a list that comes whole, the text of a row that is searched; its name by default. */
    textOf?: (row: T) => string;
    /** Stands above the rows while there is a search: tells what was recognised in it. */
    Note?: ComponentType<{ search: string }>;
  };
  /** Parts of the list with their numbers, in place of its main filter. */
  tabs?: ListTabs;
  filters?: readonly Filter[];
  urlFilters?: readonly UrlFilter[];
  /** A range of days as a filter: `from` and `to` of the endpoint. */
  days?: { label: string };
  /** The first is the default. */
  sorts?: readonly Sort<T>[];
  /** Sizes of a page, the default first; without them the list is not paged. */
  sizes?: { choices: readonly number[]; default: number; label?: (size: number) => string };
  /** The pages below the rows; numbered ones by default. */
  Pages?: ComponentType<PagesProps>;
  empty: { title: string; text?: string };
  /** Text beside the heading; the number of rows by default. */
  Summary?: ComponentType;
  /** Controls beside the button that adds a row. */
  Tools?: ComponentType<FilterProps>;
  /** Stands between the heading and the filters: what waits. */
  Band?: ComponentType<FilterProps>;
  /** Saves all rows of the filter as a file, from the list's menu. */
  download?: (filter: ListQuery) => Promise<Exported>;
  /** Stands below the rows. */
  sums?: Sums;
  form?: FormDeclaration<T, V, B>;
  remove?: CallDeclaration<{ params: { id: number } }> & {
    /** A string is asked above the row's name; an element says the name itself. */
    question: string | ((row: T) => ReactNode);
    /** Deleted rows rest in the bin: the question says what goes along, and the message after it takes the deletion back. */
    bin?: BinEntity;
    /** Whether a row can be deleted; without it all can. */
    isFor?: (row: T) => boolean;
    /** Stands in the row's menu, where rows are seldom deleted. */
    isInMenu?: boolean;
  };
  /** One-click change of a flag, shown at once and rolled back on an error. */
  toggle?: Omit<CallDeclaration<{ params: { id: number } }>, "success"> & {
    /** Shown after success; a function takes the row as it is then. */
    success?: string | ((row: T) => string);
    /** The message offers to change the flag back. */
    undo?: boolean;
    isOn: (row: T) => boolean;
    /** Returns the row as it will be. */
    apply: (row: T) => T;
    labels: { on: string; off: string };
  };
  actions?: readonly RowAction<T>[];
  bulk?: readonly BulkAction[];
  /** The sum of a row in whole đồng, which the selection adds up. */
  amountOf?: (row: T) => number;
  /** The details of a row, opened by its URL `?open=ID`. */
  detail?: {
    /** Reads the open row by its id while the list does not show it: it is on another page, or left the filter meanwhile. */
    endpoint?: GetEndpoint;
    /** Told when there is no row with the id of the URL: `Không tìm thấy đơn này`. */
    missing?: string;
    /** Draws the details: a `Panel`, a `ResourceForm` with `isPanel`, or a dialog. By default they are the form of the row as a panel. */
    dialog?: (row: T, tools: RowTools<T>, onClose: () => void) => ReactNode;
    /** The facts above the fields of the form. */
    Facts?: (props: { row: T }) => ReactNode;
  };
  /** The kind of record that its rows are in the history, which then stands below their forms. */
  history?: EntityName;
  /** Path prefixes of the GET endpoints to read again after a change. */
  refreshes: readonly string[];
  /** The list is read again when the server tells that one of these changed. */
  live?: readonly LiveTopic[];
}

/** Declares a resource; the types of its calls, rows and form follow from the list's endpoint and the form's schema. */
export function defineResource<
  K extends GetEndpoint,
  T extends RowData,
  V extends FieldValues = FieldValues,
  B = unknown,
>(declaration: Omit<Resource<T, V, B>, "list"> & { list: ListDeclaration<K, T> }): Resource<T, V, B> {
  return declaration as unknown as Resource<T, V, B>;
}
