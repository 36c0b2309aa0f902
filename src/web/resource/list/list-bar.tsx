/** The line above the rows: selection with its actions, export and the choice of the view. */
import { Download, LayoutGrid, Rows3, X } from "lucide";
import { type ReactNode, useState } from "react";
import { downloadFrom, saveFile } from "../../lib/save-file.ts";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../controls/toast.tsx";
import { errorMessage } from "../data/queries.ts";
import type { ListQuery, Resource, RowData } from "../resource.ts";
import { SelectBox } from "./select-box.tsx";
import type { ListControl } from "./use-list-state.ts";
import type { Selection } from "./use-selection.ts";
import "./list-bar.css";

interface ListBarProps {
  list: ListControl;
  selection?: SelectionProps;
  exportFile?: Resource<RowData>["exportFile"];
  /** Query of the rows to export. */
  query: ListQuery;
}

export function ListBar({ list, selection, exportFile, query }: ListBarProps) {
  const hasSelection = selection !== undefined && selection.count > 0;
  return (
    <div className={hasSelection ? "list-bar is-open" : "list-bar"}>
      {selection && <SelectionControls {...selection} hasBox={list.state.view === "cards"} />}
      {!hasSelection && <ListTools list={list} exportFile={exportFile} query={query} />}
    </div>
  );
}

/** The export and the choice of the view, at the end of a line. */
export function ListTools({ list, exportFile, query }: Omit<ListBarProps, "selection">) {
  return (
    <div className="list-bar__end">
      {exportFile && <ExportButton {...exportFile} query={query} />}
      <ViewChoice list={list} />
    </div>
  );
}

interface SelectionProps {
  selection: Selection;
  /** Number of selected rows. */
  count: number;
  /** `bài hát` */
  noun: string;
  /** Actions for the selected rows. */
  children: ReactNode;
}

function SelectionControls({ selection, count, noun, children, hasBox }: SelectionProps & { hasBox: boolean }) {
  return (
    <>
      {hasBox && (
        <SelectBox
          label="Chọn cả trang"
          hasText
          isSelected={selection.isAll}
          isPartial={selection.isPartial}
          isDisabled={selection.isEmpty}
          onChange={selection.selectAll}
        />
      )}
      {count > 0 && (
        <>
          <p className="list-bar__count num" role="status">
            Đã chọn {count} {noun}
          </p>
          {children}
          <button
            type="button"
            className="ibtn ibtn--sm"
            aria-label="Bỏ chọn"
            onClick={() => selection.selectAll(false)}
          >
            <Icon icon={X} />
          </button>
        </>
      )}
    </>
  );
}

const views = [
  { view: "cards", label: "Dạng thẻ", icon: LayoutGrid },
  { view: "table", label: "Dạng bảng", icon: Rows3 },
];

/** Cards or table. */
function ViewChoice({ list: { state, update } }: { list: ListControl }) {
  return (
    <div className="view-choice" role="group" aria-label="Cách hiển thị">
      {views.map(({ view, label, icon }) => (
        <button
          key={view}
          type="button"
          className="ibtn ibtn--sm"
          aria-label={label}
          title={label}
          aria-pressed={state.view === view}
          onClick={() => update({ view })}
        >
          <Icon icon={icon} />
        </button>
      ))}
    </div>
  );
}

type ExportProps = NonNullable<Resource<RowData>["exportFile"]> & { query: ListQuery };

function ExportButton({ label, download, query }: ExportProps) {
  const [isBusy, setIsBusy] = useState(false);
  const toast = useToast();
  const run = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const file = await download(query);
      if ("url" in file) downloadFrom(file.url);
      else saveFile(file.content, file.fileName);
    } catch (error) {
      toast(errorMessage(error, "Không xuất được file, bạn thử lại nhé"), "danger");
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <button type="button" className="btn btn--line btn--sm" aria-disabled={isBusy} onClick={() => void run()}>
      <Icon icon={Download} />
      {isBusy ? "Đang xuất..." : label}
    </button>
  );
}
