/** Actions for the selected rows. */
import { ChevronDown, Trash2 } from "lucide";
import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../controls/menu.tsx";
import type { BulkAction } from "../resource.ts";
import { BulkQuestion, type BulkRows } from "./bulk-question.tsx";

interface BulkActionsProps {
  /** `bài hát` */
  noun: string;
  actions: readonly BulkAction[];
  rows: BulkRows;
  /** Called once the server has taken the job. */
  onStarted: () => void;
}

export function BulkActions({ noun, actions, rows, onStarted }: BulkActionsProps) {
  const [active, setActive] = useState<BulkAction>();
  const inMenu = actions.filter(({ isMain }) => !isMain);
  return (
    <>
      {inMenu.length > 0 && (
        <Menu
          label="Thao tác"
          items={inMenu.map((action) => ({
            label: action.label,
            isDanger: action.isDanger,
            onSelect: () => setActive(action),
          }))}
        >
          Thao tác
          <Icon icon={ChevronDown} />
        </Menu>
      )}
      {actions
        .filter(({ isMain }) => isMain)
        .map((action) => (
          <button
            key={action.label}
            type="button"
            className={action.isDanger ? "btn btn--danger btn--sm" : "btn btn--line btn--sm"}
            onClick={() => setActive(action)}
          >
            {action.isDanger && <Icon icon={Trash2} />}
            {action.label}
          </button>
        ))}
      {active && (
        <BulkQuestion
          noun={noun}
          action={active}
          rows={rows}
          onClose={() => setActive(undefined)}
          onStarted={() => {
            setActive(undefined);
            onStarted();
          }}
        />
      )}
    </>
  );
}
