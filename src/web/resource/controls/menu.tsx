import { Check, Ellipsis, type IconNode } from "lucide";
import type { ReactNode } from "react";
import { Menu as AriaMenu, Button, Header, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { Icon } from "../../ui/icon.tsx";
import styles from "./menu.module.css";

export interface MenuAction {
  /** Unique within the menu, but for items with an id. */
  label: string;
  icon?: IconNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Tells it from others with its label. */
  id?: string;
  /** Heading of the items around it that have the same. */
  group?: string;
  /** Behind the label. */
  detail?: string;
  /** It is what is shown now. */
  isCurrent?: boolean;
  onSelect: () => void;
}

interface MenuProps {
  /** Names the button and the menu. With visible text it has to contain that. */
  label: string;
  /** The icon of a button without text; three dots by default. */
  icon?: IconNode;
  /** The visible text of the button. */
  children?: ReactNode;
  items: readonly MenuAction[];
}

/** A button that opens a menu of actions. */
export function Menu({ label, icon = Ellipsis, children, items }: MenuProps) {
  return (
    <MenuTrigger>
      <Button className={children ? "btn btn--line btn--sm" : "ibtn ibtn--sm"} aria-label={label}>
        {children ?? <Icon icon={icon} />}
      </Button>
      <Popover className={styles.menu} placement={children ? "bottom start" : "bottom end"}>
        <AriaMenu className={styles.list}>{groupedItems(items)}</AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

/** The items of a menu, those of one group below its heading. */
export function groupedItems(items: readonly MenuAction[]): ReactNode {
  return [...Map.groupBy(items, ({ group }) => group)].map(([group, members]) =>
    group === undefined ? (
      members.map(itemOf)
    ) : (
      <MenuSection key={group} className={styles.section}>
        <Header className={styles.heading}>{group}</Header>
        {members.map(itemOf)}
      </MenuSection>
    ),
  );
}

function itemOf({ label, id = label, icon, isDanger, isDisabled, isCurrent, detail, onSelect }: MenuAction) {
  return (
    <MenuItem
      key={id}
      id={id}
      className={isDanger ? `${styles.item} ${styles.danger}` : styles.item}
      textValue={label}
      isDisabled={isDisabled}
      aria-label={[label, detail, isCurrent && "đang mở"].filter(Boolean).join(", ")}
      onAction={onSelect}
    >
      {icon && <Icon icon={icon} />}
      <span className={styles.label}>{label}</span>
      {detail && <span className={`${styles.detail} muted`}>{detail}</span>}
      {isCurrent && <Icon icon={Check} />}
    </MenuItem>
  );
}
