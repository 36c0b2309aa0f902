/** A list that is brought into an order: by dragging, by keyboard and screen reader, or by buttons. */
import { ChevronDown, ChevronUp, GripVertical } from "lucide";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Button, DropIndicator, GridList, GridListItem, useDragAndDrop } from "react-aria-components";
import { Icon } from "../../ui/icon.tsx";
import styles from "./order-list.module.css";

interface OrderListProps<T> {
  /** Names the list for screen readers. */
  label: string;
  items: readonly T[];
  nameOf: (item: T) => string;
  /** Called with all items in their new order. */
  onChange: (items: readonly T[]) => void;
  /** Draws an item. @param place from 0 */
  children: (item: T, place: number) => ReactNode;
}

/** The item that was moved last by a button. */
interface Moved {
  id: number;
  isUp: boolean;
}

export function OrderList<T extends { id: number }>({ label, items, nameOf, onChange, children }: OrderListProps<T>) {
  const [moved, setMoved] = useState<Moved>();
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({
        "text/plain": items
          .filter(({ id }) => id === key)
          .map(nameOf)
          .join(""),
      })),
    onReorder: ({ keys, target }) => onChange(reordered(items, keys, target)),
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles.target ?? ""} />,
  });
  function move(place: number, isUp: boolean) {
    const item = items[place];
    if (!item) return;
    const rest = items.toSpliced(place, 1);
    onChange(rest.toSpliced(isUp ? place - 1 : place + 1, 0, item));
    setMoved({ id: item.id, isUp });
  }

  const movedPlace = items.findIndex(({ id }) => id === moved?.id);
  const movedItem = items[movedPlace];
  return (
    <>
      <GridList
        aria-label={label}
        className={styles.list ?? ""}
        keyboardNavigationBehavior="tab"
        dragAndDropHooks={dragAndDropHooks}
      >
        {items.map((item, place) => (
          <GridListItem key={item.id} id={item.id} textValue={nameOf(item)} className={styles.item ?? ""}>
            <Button slot="drag" className={`ibtn ibtn--sm ${styles.handle}`}>
              <Icon icon={GripVertical} />
            </Button>
            <div className={styles.content}>{children(item, place)}</div>
            <Movers
              name={nameOf(item)}
              isFirst={place === 0}
              isLast={place === items.length - 1}
              moved={moved?.id === item.id ? moved : undefined}
              onMove={(isUp) => move(place, isUp)}
            />
          </GridListItem>
        ))}
      </GridList>
      <p className="sr" role="status">
        {movedItem && `${nameOf(movedItem)}: vị trí ${movedPlace + 1} trong ${items.length}`}
      </p>
    </>
  );
}

interface MoversProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  /** Given to the item that was moved last. */
  moved: Moved | undefined;
  onMove: (isUp: boolean) => void;
}

/**
 * The buttons of an item. A moved element loses the focus; its button takes it, at the end of the list that of the other direction. The effect
 * is the item's own, since the list shows a new order later than it is given one.
 */
function Movers({ name, isFirst, isLast, moved, onMove }: MoversProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!moved) return;
    const [up, down] = ref.current?.querySelectorAll("button") ?? [];
    const [wanted, other] = moved.isUp ? [up, down] : [down, up];
    (wanted?.disabled ? other : wanted)?.focus();
  }, [moved]);
  return (
    <span className={styles.movers} ref={ref}>
      <MoveButton label={`Đưa lên: ${name}`} icon={ChevronUp} isDisabled={isFirst} onMove={() => onMove(true)} />
      <MoveButton label={`Đưa xuống: ${name}`} icon={ChevronDown} isDisabled={isLast} onMove={() => onMove(false)} />
    </span>
  );
}

interface MoveButtonProps {
  label: string;
  icon: typeof ChevronUp;
  isDisabled: boolean;
  onMove: () => void;
}

function MoveButton({ label, icon, isDisabled, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      className="ibtn ibtn--sm"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onMove}
    >
      <Icon icon={icon} />
    </button>
  );
}

/** Returns the items with some of them moved before or after another one. */
function reordered<T extends { id: number }>(
  items: readonly T[],
  keys: ReadonlySet<unknown>,
  target: { key: unknown; dropPosition: string },
): readonly T[] {
  if (keys.has(target.key)) return items;
  const rest = items.filter(({ id }) => !keys.has(id));
  const place = rest.findIndex(({ id }) => id === target.key) + (target.dropPosition === "after" ? 1 : 0);
  return rest.toSpliced(place, 0, ...items.filter(({ id }) => keys.has(id)));
}
