/** The choice of the columns that a table shows. */
import { Check, Columns3 } from "lucide";
import { Menu as AriaMenu, MenuItem, Popover, SubmenuTrigger } from "react-aria-components";
import { Icon } from "../../ui/icon.tsx";
import menuStyles from "../controls/menu.module.css";
import type { ListControl } from "../list/use-list-state.ts";
import type { Column } from "../resource.ts";
import styles from "./views.module.css";

/** Returns the columns of a table; the first one returned as `heading` names the rows and can't be hidden. */
export function tableColumns<T>(columns: readonly Column<T>[]) {
  const inTable = columns.filter(({ only }) => only !== "cards");
  const heading = inTable.find(({ card }) => card === "title") ?? inTable[0];
  return { inTable, heading, hideable: inTable.filter((column) => column !== heading) };
}

interface ColumnMenuProps<T> {
  columns: readonly Column<T>[];
  list: ListControl;
}

/** An item of the list's menu that opens the check list of columns; it stays open while some are chosen. */
export function ColumnMenu<T>({ columns, list: { state, update } }: ColumnMenuProps<T>) {
  const { inTable, heading, hideable } = tableColumns(columns);
  const shown = new Set(inTable.map(({ id }) => id).filter((id) => !state.hidden.includes(id)));
  return (
    <SubmenuTrigger>
      <MenuItem id="columns" className={menuStyles.item} textValue="Cột trong bảng">
        <Icon icon={Columns3} />
        <span className={menuStyles.label}>Cột trong bảng</span>
      </MenuItem>
      <Popover className={menuStyles.menu}>
        <AriaMenu
          className={menuStyles.list}
          aria-label="Cột trong bảng"
          selectionMode="multiple"
          selectedKeys={shown}
          disabledKeys={heading && [heading.id]}
          shouldCloseOnSelect={false}
          onSelectionChange={(keys) => {
            const isShown = (id: string) => keys === "all" || keys.has(id);
            update({ hidden: hideable.map(({ id }) => id).filter((id) => !isShown(id)) });
          }}
        >
          {inTable.map(({ id, label, isWide }) => (
            <MenuItem key={id} id={id} className={menuStyles.item} textValue={label}>
              {({ isSelected }) => (
                <>
                  <span className={styles.mark}>{isSelected && <Icon icon={Check} />}</span>
                  {label}
                  {isWide && <span className={`${menuStyles.detail} muted`}>màn hình rộng</span>}
                </>
              )}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </SubmenuTrigger>
  );
}
