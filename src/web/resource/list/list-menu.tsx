/** The menu of a list, for what is rarely wanted: all rows as a file, cards or table, its columns, its saved views, its help. */
import {
  BookmarkCheck,
  Check,
  CircleQuestionMark,
  Download,
  Ellipsis,
  LayoutGrid,
  Rows3,
  SquareCheckBig,
} from "lucide";
import { type ReactNode, useState } from "react";
import { Menu as AriaMenu, Button, Header, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { useLocation } from "react-router";
import { hasViews, type ViewScreen } from "#contract/views.ts";
import { downloadFrom, saveFile } from "../../lib/save-file.ts";
import { Icon } from "../../ui/icon.tsx";
import menuStyles from "../controls/menu.module.css";
import { groupedItems, type MenuAction } from "../controls/menu.tsx";
import { useAreaToast } from "../controls/toast.tsx";
import { errorMessage } from "../data/queries.ts";
import { ownHelpLabel, useHelp } from "../help/help.ts";
import type { Column, Exported, ListQuery } from "../resource.ts";
import { ColumnMenu } from "../views/column-menu.tsx";
import { useViews } from "../views/use-views.tsx";
import styles from "./list-menu.module.css";
import type { ListSpec } from "./list-url.ts";
import type { ListControl } from "./use-list-state.ts";
import type { Selection } from "./use-selection.ts";

interface ListMenuProps<T> {
  list: ListControl;
  spec: ListSpec;
  columns: readonly Column<T>[];
  /** Saves all rows of the filter as a file; without it they can't be saved. */
  download?: ((filter: ListQuery) => Promise<Exported>) | undefined;
  filter: ListQuery;
  /** Of cards, which have no head to select a page by. */
  selection?: Selection | undefined;
}

/** The menu of a list, named after the saved view that is open. */
export function ListMenu<T>(props: ListMenuProps<T>) {
  const { pathname } = useLocation();
  return hasViews(pathname) ? <WithViews key={pathname} screen={pathname} {...props} /> : <MenuOf {...props} />;
}

function WithViews<T>({ screen, ...props }: ListMenuProps<T> & { screen: ViewScreen }) {
  const { open, isChanged, items, dialog } = useViews(props.list, props.spec, screen);
  const changed = isChanged ? ", đã sửa" : "";
  return (
    <>
      <MenuOf {...props} label={open && `Dạng xem: ${open.name}${changed}`} views={items}>
        {open && (
          <>
            <Icon icon={BookmarkCheck} />
            <span className={styles.view}>{open.name}</span>
            {isChanged && <span className={`${styles.changed} muted`}>· đã sửa</span>}
          </>
        )}
      </MenuOf>
      {dialog}
    </>
  );
}

interface MenuOfProps<T> extends ListMenuProps<T> {
  label?: string | undefined;
  views?: readonly MenuAction[];
  /** The visible text of the button. */
  children?: ReactNode;
}

function MenuOf<T>(props: MenuOfProps<T>) {
  const { list, columns, download, filter, selection, label = "Tùy chọn danh sách", views = [], children } = props;
  const { state, update } = list;
  const { isBusy, run } = useDownload();
  const showHelp = useHelp();
  const items: MenuAction[] = [];
  if (download)
    items.push({
      label: isBusy ? "Đang xuất..." : "Xuất Excel",
      icon: Download,
      isDisabled: isBusy,
      onSelect: () => void run(() => download(filter)),
    });
  if (selection && state.view === "cards" && !selection.isEmpty)
    items.push({
      label: selection.isAll ? "Bỏ chọn cả trang" : "Chọn cả trang",
      icon: SquareCheckBig,
      onSelect: () => selection.selectAll(!selection.isAll),
    });
  return (
    <MenuTrigger>
      <Button className={children ? "btn btn--line" : "ibtn"} aria-label={label}>
        {children || <Icon icon={Ellipsis} />}
      </Button>
      <Popover className={menuStyles.menu} placement="bottom end">
        <AriaMenu className={menuStyles.list}>
          {groupedItems(items)}
          <MenuSection
            className={menuStyles.section}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[state.view]}
            onSelectionChange={(keys) => update({ view: String([...keys][0]) })}
          >
            <Header className={menuStyles.heading}>Cách hiển thị</Header>
            {looks.map(({ view, text, icon }) => (
              <MenuItem key={view} id={view} className={menuStyles.item} textValue={text}>
                {({ isSelected }) => (
                  <>
                    <Icon icon={icon} />
                    <span className={menuStyles.label}>{text}</span>
                    {isSelected && <Icon icon={Check} />}
                  </>
                )}
              </MenuItem>
            ))}
            {state.view === "table" && <ColumnMenu columns={columns} list={list} />}
          </MenuSection>
          {groupedItems(views)}
          {showHelp &&
            groupedItems([
              { label: ownHelpLabel, icon: CircleQuestionMark, group: "Trợ giúp", onSelect: () => showHelp() },
            ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

const looks = [
  { view: "cards", text: "Dạng thẻ", icon: LayoutGrid },
  { view: "table", text: "Dạng bảng", icon: Rows3 },
];

/** Saves the rows of a list as a file, once at a time. */
function useDownload() {
  const [isBusy, setIsBusy] = useState(false);
  const toast = useAreaToast();
  async function run(download: () => Promise<Exported>) {
    setIsBusy(true);
    try {
      const file = await download();
      if ("url" in file) downloadFrom(file.url);
      else saveFile(file.content, file.fileName);
    } catch (error) {
      toast(errorMessage(error, "Không xuất được file, bạn thử lại nhé"), "danger");
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, run };
}
