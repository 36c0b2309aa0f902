/** Actions for the selected rows: each asks once, with the number and names of the rows. */
import { ChevronDown, Trash2 } from "lucide";
import { useId, useState } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../../ui/icon.tsx";
import { Banner } from "../controls/banner.tsx";
import { Menu } from "../controls/menu.tsx";
import { Modal } from "../controls/modal.tsx";
import { useToast } from "../controls/toast.tsx";
import { errorMessage, useSend } from "../data/queries.ts";
import { focusMain } from "../focus.ts";
import type { BulkAction, BulkResult, RowData } from "../resource.ts";
import styles from "./bulk-actions.module.css";
import { useOptions } from "./use-options.ts";

const mostNames = 5;

interface BulkActionsProps<T extends RowData> {
  /** `bài hát` */
  noun: string;
  actions: readonly BulkAction[];
  selected: readonly T[];
  nameOf: (row: T) => string;
  refreshes: readonly string[];
  /** Called after a change with the rows that could not be changed. */
  onDone: (refused: BulkResult["refused"]) => void;
}

export function BulkActions<T extends RowData>(props: BulkActionsProps<T>) {
  const { noun, actions, selected, nameOf, refreshes, onDone } = props;
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
          rows={selected}
          nameOf={nameOf}
          refreshes={refreshes}
          onClose={() => setActive(undefined)}
          onDone={(refused) => {
            flushSync(() => {
              setActive(undefined);
              onDone(refused);
            });
            if (refused.length === 0) focusMain();
          }}
        />
      )}
    </>
  );
}

interface BulkQuestionProps<T extends RowData> {
  noun: string;
  action: BulkAction;
  rows: readonly T[];
  nameOf: (row: T) => string;
  refreshes: readonly string[];
  onClose: () => void;
  onDone: (refused: BulkResult["refused"]) => void;
}

function BulkQuestion<T extends RowData>(props: BulkQuestionProps<T>) {
  const { noun, action, rows, nameOf, refreshes, onClose, onDone } = props;
  const id = useId();
  const toast = useToast();
  const call = useSend(refreshes);
  const { options, query } = useOptions(action.choice?.options ?? []);
  const [choice, setChoice] = useState<string>();
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const chosen = choice ?? options[0]?.value ?? "";
  const more = rows.length - mostNames;

  async function send() {
    setIsBusy(true);
    setError(undefined);
    try {
      const { message, refused } = await action.send(
        rows.map((row) => row.id),
        chosen,
        call,
      );
      toast(message);
      onDone(refused);
    } catch (cause) {
      setError(errorMessage(cause));
      setIsBusy(false);
    }
  }

  return (
    <Modal
      open
      role="alertdialog"
      title={action.title(rows.length)}
      width={27}
      onClose={() => !isBusy && onClose()}
      foot={
        <>
          <button type="button" className="btn btn--line" disabled={isBusy} onClick={onClose}>
            Hủy
          </button>
          <button
            type="button"
            className={action.isDanger ? "btn btn--danger" : "btn btn--primary"}
            disabled={isBusy || (action.choice !== undefined && chosen === "")}
            onClick={() => void send()}
          >
            {isBusy ? "Đang lưu..." : action.action(rows.length)}
          </button>
        </>
      }
    >
      <div className="confirm">
        {error && <Banner kind="danger">{error}</Banner>}
        <ul className={styles.bulkNames}>
          {rows.slice(0, mostNames).map((row) => (
            <li key={row.id}>{nameOf(row)}</li>
          ))}
          {more > 0 && (
            <li>
              và {more} {noun} khác
            </li>
          )}
        </ul>
        {action.note && <p>{action.note}</p>}
        {action.choice && (
          <div className="field">
            <label htmlFor={id}>{action.choice.label}</label>
            <select id={id} className="select" value={chosen} onChange={({ target }) => setChoice(target.value)}>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
            {query?.error && <p className="error">{errorMessage(query.error)}</p>}
          </div>
        )}
      </div>
    </Modal>
  );
}
