import { Ellipsis, type IconNode } from "lucide";
import type { ReactNode } from "react";
import { Menu as AriaMenu, Button, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Icon } from "../../ui/icon.tsx";
import styles from "./menu.module.css";

export interface MenuAction {
  /** Unique within the menu. */
  label: string;
  icon?: IconNode;
  isDanger?: boolean;
  isDisabled?: boolean;
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
        <AriaMenu className={styles.list}>
          {items.map((item) => (
            <MenuItem
              key={item.label}
              id={item.label}
              className={item.isDanger ? `${styles.item} ${styles.danger}` : styles.item}
              textValue={item.label}
              isDisabled={item.isDisabled}
              onAction={item.onSelect}
            >
              {item.icon && <Icon icon={item.icon} />}
              {item.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
