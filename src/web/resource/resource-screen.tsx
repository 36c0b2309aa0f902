/** The screen of a resource: heading, filters, rows as cards or as a table, form, details, and what can be done with the rows. */

import { Ellipsis, Pencil, Plus, Trash2 } from "lucide";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useLocation } from "react-router";
import { groupedNumber } from "../lib/format.ts";
import { Icon } from "../ui/icon.tsx";
import { BulkActions } from "./bulk/bulk-actions.tsx";
import { BulkJobs } from "./bulk/bulk-jobs.tsx";
import { useConfirm } from "./controls/confirm.tsx";
import { IconButton } from "./controls/icon-button.tsx";
import { Menu, type MenuAction } from "./controls/menu.tsx";
import { isBeside, WalkContext } from "./controls/panel.tsx";
import { useAreaToast } from "./controls/toast.tsx";
import { type Send, useSendLoosely } from "./data/queries.ts";
import { formWithDraft } from "./form/drafts.ts";
import { ResourceForm } from "./form/resource-form.tsx";
import { type Changed, hasChanges } from "./form/use-resource-form.ts";
import { RecordHistory } from "./history/record-history.tsx";
import { Cards } from "./list/cards.tsx";
import { DayFilter } from "./list/day-filter.tsx";
import { Filters } from "./list/filters.tsx";
import { KeepPlace } from "./list/keep-place.tsx";
import { ListBody, QueryErrors } from "./list/list-body.tsx";
import { ListFoot } from "./list/list-foot.tsx";
import { ListMenu } from "./list/list-menu.tsx";
import { isWhole, OtherParts, TabLinks, tabFilters } from "./list/list-tabs.tsx";
import { isDay, type ListSpec } from "./list/list-url.ts";
import { PageHeader } from "./list/page-header.tsx";
import { SelectionBar } from "./list/selection-bar.tsx";
import { CardSkeletons, TableSkeleton } from "./list/skeletons.tsx";
import { Sums } from "./list/sums.tsx";
import { Table } from "./list/table.tsx";
import { focusRow, showRow, useListKeys, useRowPress } from "./list/use-list-keys.ts";
import { useListState } from "./list/use-list-state.ts";
import { useAllOptions } from "./list/use-options.ts";
import { useSelection } from "./list/use-selection.ts";
import type { Resource, RowAction, RowData, RowTools } from "./resource.ts";
import screenStyles from "./resource-screen.module.css";
import { type Details, useDetails } from "./use-details.ts";
import { useOpened } from "./use-opened.ts";
import { useRowCalls } from "./use-row-calls.tsx";
import { sortValue, useRows } from "./use-rows.ts";
import { tableColumns } from "./views/column-menu.tsx";

interface ScreenProps<T extends RowData, V extends FieldValues, B> {
  resource: Resource<T, V, B>;
}

/** `resource` must be a constant. */
export function ResourceScreen<T extends RowData, V extends FieldValues, B>({ resource }: ScreenProps<T, V, B>) {
  const { title, noun, nameOf, columns, filters = [], sorts, sizes, days, empty, bulk, refreshes } = resource;
  const { Summary, Tools, Band, Pages, download, sums, tabs, actions } = resource;
  const [spec] = useState(() => listSpec(resource));
  const list = useListState(spec);
  const { state } = list;
  const rowsOf = useRows(resource, list.state, list.paging);
  const options = useAllOptions(filters.map((filter) => filter.options));
  const { editing, edit: editRow, add, close: closeForm } = useEditing(resource, rowsOf.rows);
  const details = useDetails(
    resource.detail?.endpoint,
    rowsOf.rows,
    resource.detail?.missing ?? `Không tìm thấy ${noun} này`,
  );
  const calls = useRowCalls(resource);
  const [dialog, setDialog] = useState<{ action: RowAction<T>; row: T }>();
  const toast = useAreaToast();
  const { selection, selected } = useSelection(rowsOf.rows, {
    filterKey: JSON.stringify(rowsOf.filter),
    total: rowsOf.total,
    skip: sizes ? list.paging.skip : 0,
    readRows: rowsOf.readRows,
    onError: () => toast("Không chọn được cả dãy, bạn chọn từng trang hoặc tất cả nhé", "danger"),
  });

  /** The details of a row that is deleted would read it once more. */
  function closeDetailsOf({ id }: T) {
    if (details.row?.id === id) details.close();
  }
  function remove(row: T) {
    void calls.remove(row, () => closeDetailsOf(row));
  }
  const hasCreate = (resource.form?.create ?? resource.form?.save) !== undefined;
  const hasChange = (resource.form?.change ?? resource.form?.save) !== undefined;
  const edit = isChangedInDetails(resource) ? (row: T) => details.open(row, true) : editRow;
  const tools: RowTools<T> = {
    edit,
    remove,
    open: (row) => details.open(row),
    toggle: calls.toggle,
  };
  const rowButtons = (row: T) => (
    <RowButtons
      name={nameOf(row)}
      onEdit={hasChange ? () => edit(row) : undefined}
      onRemove={resource.remove && (resource.remove.isFor?.(row) ?? true) ? () => remove(row) : undefined}
      isRemovedInMenu={resource.remove?.isInMenu}
      actions={(actions ?? [])
        .filter(({ isShown }) => isShown?.(row) ?? true)
        .map((action) => ({
          ...action,
          to: action.href?.(row),
          onSelect: () => (action.dialog ? setDialog({ action, row }) : void calls.run(action, row)),
        }))}
    />
  );
  const hasButtons = hasChange || resource.remove !== undefined || (actions?.length ?? 0) > 0;
  const hasDetails = resource.detail !== undefined;
  const listRef = useRef<HTMLDivElement>(null);
  useRowPress(listRef, rowsOf.rows ?? [], hasDetails ? (row) => details.open(row) : undefined);
  useListKeys({
    rows: rowsOf.rows ?? [],
    open: hasDetails ? (row) => details.open(row) : undefined,
    edit: hasChange ? edit : hasDetails ? (row) => details.open(row, true) : undefined,
    selection: bulk && selection,
    details,
  });
  const addButton = hasCreate && (
    <button type="button" className={details.row ? "btn btn--line" : "btn btn--primary"} onClick={add}>
      <Icon icon={Plus} />
      <span>
        Thêm<span className="btn__text"> {noun}</span>
      </span>
    </button>
  );
  const ofTabs = tabs ? tabFilters(tabs) : [];
  const isFiltered =
    state.search !== "" ||
    Object.entries(state.filters).some(([name, value]) => value !== "" && !ofTabs.includes(name));
  const hasAll = !rowsOf.tab || isWhole(rowsOf.tab);
  const isPart = rowsOf.tab !== tabs?.choices[0] && !hasAll;
  const shownEmpty =
    isFiltered || isPart
      ? {
          title: `Không tìm thấy ${noun} nào`,
          text: isFiltered ? "Thử từ khóa khác, hoặc bỏ bớt bộ lọc." : "Phần này của danh sách đang trống.",
          action: tabs && rowsOf.tab && !hasAll && (
            <OtherParts list={list} tabs={tabs} chosen={rowsOf.tab} filter={rowsOf.others} noun={noun} />
          ),
        }
      : { ...empty, action: hasAll && addButton };
  const rowsProps = {
    columns,
    nameOf,
    tools,
    actions: hasButtons ? rowButtons : undefined,
    selection: bulk && selection,
    openId: details.row?.id,
    rowTone: resource.rowTone,
  };
  const sortsByValue = new Map((sorts ?? []).map((sort) => [sortValue(sort), sort]));
  const pageSize = sizes ? state.size : 8;
  const hasFilters = resource.search || filters.length > 0 || days || sorts;
  const isLine = details.row !== undefined && isBeside();
  const isTable = isLine || state.view === "table";
  const menu = (
    <ListMenu
      list={list}
      spec={spec}
      columns={columns}
      download={download}
      filter={rowsOf.filter}
      selection={bulk && selection}
    />
  );
  return (
    <div className={screenStyles.screen}>
      <div ref={listRef} className={hasDetails ? `${screenStyles.list} ${screenStyles.opens}` : screenStyles.list}>
        <PageHeader
          title={title}
          summary={
            Summary ? (
              <Summary />
            ) : (
              rowsOf.total !== undefined && !isFiltered && hasAll && `${groupedNumber(rowsOf.total)} ${noun}`
            )
          }
        >
          {Tools && <Tools filter={rowsOf.filter} />}
          {!hasFilters && menu}
          {addButton}
        </PageHeader>
        {Band && <Band filter={rowsOf.filter} />}
        {tabs && rowsOf.tab && <TabLinks list={list} tabs={tabs} chosen={rowsOf.tab} filter={rowsOf.others} />}
        {hasFilters && (
          <Filters
            list={list}
            menu={menu}
            search={resource.search}
            hidden={[...(resource.urlFilters ?? []).map(({ name }) => name), ...ofTabs]}
            choices={filters.map(({ name, label, all }, index) => ({
              name,
              label,
              options: [{ value: "", label: all }, ...(options[index]?.options ?? [])],
            }))}
            sorts={sorts?.map((sort) => ({ value: sortValue(sort), label: sort.label }))}
          >
            {days && <DayFilter label={days.label} list={list} />}
          </Filters>
        )}
        {resource.search?.Note && state.search !== "" && <resource.search.Note search={state.search} />}
        {bulk && <BulkJobs noun={noun} actions={bulk} refreshes={refreshes} hasDetails={hasDetails} />}
        <QueryErrors
          queries={[
            ...options.flatMap(({ query }) => (query ? [query] : [])),
            ...(rowsOf.query.error || !rowsOf.countQuery ? [] : [rowsOf.countQuery]),
          ]}
        />
        <ListBody
          query={rowsOf.query}
          isEmpty={() => rowsOf.rows?.length === 0}
          empty={shownEmpty}
          skeleton={
            state.view === "table" ? (
              <TableSkeleton columns={columns.filter(({ id }) => !state.hidden.includes(id))} size={pageSize} />
            ) : (
              <CardSkeletons columns={columns} size={pageSize} />
            )
          }
        >
          {() => (
            <KeepPlace listKey={rowsOf.listKey}>
              {isTable ? (
                <Table
                  caption={title}
                  isLine={isLine}
                  hidden={state.hidden}
                  rows={rowsOf.rows ?? []}
                  sorts={sorts}
                  sort={sortsByValue.get(state.sort)}
                  onSort={(sort) => list.update({ sort: sortValue(sort) })}
                  {...rowsProps}
                />
              ) : (
                <Cards rows={rowsOf.rows ?? []} {...rowsProps} />
              )}
            </KeepPlace>
          )}
        </ListBody>
        {bulk && selected.count > 0 && (
          <SelectionBar
            selected={selected}
            total={rowsOf.total}
            amountOf={resource.amountOf as ((row: unknown) => number) | undefined}
            noun={noun}
          >
            <BulkActions
              noun={noun}
              actions={bulk}
              rows={
                selected.isEverything
                  ? { filter: rowsOf.filter, except: selected.except }
                  : { ids: selected.rows.map(({ id }) => id) }
              }
              onStarted={selected.clear}
            />
          </SelectionBar>
        )}
        {sums && <Sums list={list} sums={sums} filter={rowsOf.filter} />}
        {sizes && rowsOf.total !== undefined && !rowsOf.query.error && (
          <ListFoot list={list} total={rowsOf.total} isStale={rowsOf.isStale} noun={noun} sizes={sizes} Pages={Pages} />
        )}
      </div>
      {editing && (
        <EditForm
          key={editing === "new" ? "new" : editing.id}
          resource={resource}
          row={editing === "new" ? undefined : editing}
          onClose={closeForm}
        />
      )}
      {details.row && (
        <DetailsOf key={details.row.id} details={details}>
          {resource.detail?.dialog?.(details.row, tools, details.close) ?? (
            <EditForm resource={resource} row={details.row} onClose={details.close} isPanel />
          )}
        </DetailsOf>
      )}
      {dialog?.action.dialog?.(dialog.row, () => setDialog(undefined))}
    </div>
  );
}

/** Tells a panel of the rows around its own, which comes into view in the list. */
function DetailsOf<T extends RowData>({ details, children }: { details: Details<T>; children: ReactNode }) {
  const { row, isEditing, previous, next } = details;
  const id = row?.id ?? 0;
  useEffect(() => showRow(id), [id]);
  return <WalkContext value={{ isEditing, previous, next, onLeave: () => focusRow(id) }}>{children}</WalkContext>;
}

function listSpec<T extends RowData, V extends FieldValues, B>(resource: Resource<T, V, B>): ListSpec {
  const { search, sizes, tabs, filters = [], urlFilters = [], days, sorts, view = "cards" } = resource;
  const accepts = (options: readonly { value: string }[]) => (value: string) =>
    options.some((option) => option.value === value);
  const validators = filters.map(({ name, options }) => [
    name,
    // Options that are loaded are not known here; the endpoint checks the value.
    "endpoint" in options ? (value: string) => value.length <= 50 : accepts(options),
  ]);
  return {
    maxSearch: search?.maxLength,
    sizes: sizes?.choices ?? [],
    defaultSize: sizes?.default ?? 0,
    filters: {
      ...Object.fromEntries(validators),
      ...Object.fromEntries(urlFilters.map(({ name, accepts: isAccepted }) => [name, isAccepted])),
      ...(tabs && { [tabs.name]: accepts(tabs.choices) }),
      ...(days && { from: isDay, to: isDay }),
    },
    sorts: sorts?.map(sortValue),
    views: view === "cards" ? ["cards", "table"] : ["table", "cards"],
    columns: tableColumns(resource.columns).hideable.map(({ id }) => id),
  };
}

/** Whether the fields of a row stand in its details. */
function isChangedInDetails<T extends RowData, V extends FieldValues, B>({ detail, form }: Resource<T, V, B>): boolean {
  return form?.isForNew === true || (detail !== undefined && detail.dialog === undefined);
}

/**
 * The row whose form is open. The form of a new row stands in the URL as `new`, so that Back closes it and a reload or a link opens it; that of
 * a row opens again when it has a draft.
 */
function useEditing<T extends RowData, V extends FieldValues, B>(
  resource: Resource<T, V, B>,
  rows: readonly T[] | undefined,
) {
  const { form } = resource;
  const { pathname } = useLocation();
  const opened = useOpened("new");
  const [row, setRow] = useState<T>();
  const [draft, setDraft] = useState(() => (form ? formWithDraft(pathname) : undefined));
  useEffect(() => {
    if (draft === undefined || rows === undefined) return;
    if (draft !== "new" && !isChangedInDetails(resource)) setRow(rows.find(({ id }) => String(id) === draft));
    setDraft(undefined);
  }, [draft, rows, resource]);
  const isWanted = opened.value !== null;
  const isNew = isWanted && (form?.create ?? form?.save) !== undefined;
  const onUnknown = useEffectEvent(() => opened.drop());
  useEffect(() => {
    if (isWanted && !isNew) onUnknown();
  }, [isWanted, isNew]);
  return {
    editing: isNew ? ("new" as const) : row,
    edit: setRow,
    add: () => opened.open("", false),
    close() {
      setRow(undefined);
      if (isWanted) opened.close();
    },
  };
}

interface EditFormProps<T extends RowData, V extends FieldValues, B> extends ScreenProps<T, V, B> {
  row: T | undefined;
  onClose: () => void;
  /** Stands beside the list, as the details of the row. */
  isPanel?: boolean;
}

function EditForm<T extends RowData, V extends FieldValues, B>(props: EditFormProps<T, V, B>) {
  const { resource, onClose, isPanel } = props;
  const { form, noun, nameOf, refreshes } = resource;
  const [row, setRow] = useState(props.row);
  const [given, setGiven] = useState(props.row);
  if (given !== props.row) {
    setGiven(props.row);
    setRow(props.row);
  }
  const Facts = resource.detail?.Facts;
  const send = useSendLoosely(refreshes);
  const confirm = useConfirm();
  const toast = useAreaToast();
  if (!form) return null;
  const call = row ? form.change : form.create;
  async function submit(body: B, changed: Changed<B>) {
    if (form?.save) {
      const message = await form.save(body, row, { send: send as Send, confirm, onSaved: setRow, changed });
      if (message !== undefined) toast(message);
      return message !== undefined;
    }
    if (!call || (row && !hasChanges(changed))) return true;
    const { endpoint, success, ...messages } = call;
    const saved = await send(endpoint, row ? { params: { id: row.id }, body: changed } : { body }, messages);
    if (success) toast(success);
    return saved;
  }
  return (
    <ResourceForm
      name={row ? String(row.id) : "new"}
      title={row ? `Sửa ${noun}: ${nameOf(row)}` : `Thêm ${noun}`}
      schema={typeof form.schema === "function" ? form.schema(row) : form.schema}
      values={form.values(row)}
      version={row?.version}
      valuesOf={(record) => form.values(record as T)}
      width={form.width}
      submit={submit}
      onClose={onClose}
      isPanel={isPanel}
      afterSave={form.afterSave}
    >
      {isPanel && row && Facts && <Facts row={row} />}
      {form.fields(row)}
      {row && resource.history && <RecordHistory entity={resource.history} id={row.id} />}
    </ResourceForm>
  );
}

interface RowButtonsProps<T> {
  name: string;
  onEdit?: () => void;
  onRemove?: () => void;
  isRemovedInMenu?: boolean;
  actions: readonly (RowAction<T> & { to: string | undefined; onSelect: () => void })[];
}

function RowButtons<T>({ name, onEdit, onRemove, isRemovedInMenu, actions }: RowButtonsProps<T>): ReactNode {
  const inMenu: MenuAction[] = actions.filter(({ isInMenu }) => isInMenu);
  if (onRemove && isRemovedInMenu) inMenu.push({ label: "Xóa", icon: Trash2, isDanger: true, onSelect: onRemove });
  return (
    <>
      {actions
        .filter(({ isInMenu }) => !isInMenu)
        .map(({ label, text, icon, to, onSelect }) =>
          to !== undefined ? (
            <a
              key={label}
              className="ibtn"
              href={to}
              target="_blank"
              rel="noreferrer"
              aria-label={`${label}: ${name}`}
              title={label}
            >
              <Icon icon={icon} />
            </a>
          ) : text === undefined ? (
            <IconButton key={label} label={`${label}: ${name}`} icon={icon} onPress={onSelect} />
          ) : (
            <button
              key={label}
              type="button"
              className="btn btn--line btn--sm"
              aria-label={`${label}: ${name}`}
              aria-keyshortcuts="C"
              title={`${label} (C)`}
              onClick={onSelect}
            >
              {text}
            </button>
          ),
        )}
      {inMenu.length > 0 && <Menu label={`Thao tác: ${name}`} icon={Ellipsis} items={inMenu} />}
      {onEdit && <IconButton label={`Sửa: ${name}`} icon={Pencil} onPress={onEdit} />}
      {onRemove && !isRemovedInMenu && <IconButton label={`Xóa: ${name}`} icon={Trash2} onPress={onRemove} />}
    </>
  );
}
