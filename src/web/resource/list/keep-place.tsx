import { Component, createRef, type ReactNode } from "react";
import styles from "./keep-place.module.css";

interface KeepPlaceProps {
  /** Stays the same while the same list changes by itself; another page or filter is another list. */
  listKey: string;
  children: ReactNode;
}

interface Place {
  id: string;
  top: number;
}

/**
 * Keeps the row that is being read where it is when rows appear or go above it: the focused row, else the one under the pointer, else,
 * in a scrolled page, the first one in view. Rows carry `data-row`. A class, since only `getSnapshotBeforeUpdate` runs right before
 * the document changes.
 */
export class KeepPlace extends Component<KeepPlaceProps> {
  readonly list = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(before: KeepPlaceProps): Place[] {
    const list = this.list.current;
    if (!list || before.listKey !== this.props.listKey) return [];
    const rows = [...list.querySelectorAll<HTMLElement>("[data-row]")];
    const touched =
      rows.find((row) => row.contains(document.activeElement)) ?? rows.find((row) => row.matches(":hover"));
    const inView = window.scrollY > 0 ? rows.filter((row) => row.getBoundingClientRect().top >= 0) : [];
    return [...(touched ? [touched] : []), ...inView].map((row) => ({
      id: row.dataset.row ?? "",
      top: row.getBoundingClientRect().top,
    }));
  }

  override componentDidUpdate(_before: KeepPlaceProps, _state: unknown, places: Place[]): void {
    for (const { id, top } of places) {
      const row = this.list.current?.querySelector(`[data-row="${id}"]`);
      if (!row) continue;
      const moved = row.getBoundingClientRect().top - top;
      if (moved !== 0) window.scrollBy({ top: moved, behavior: "instant" });
      return;
    }
  }

  override render() {
    return (
      <div ref={this.list} className={styles.keepPlace}>
        {this.props.children}
      </div>
    );
  }
}
