/** The question before a bulk job: how many rows, their names and their sum, and what the job asks for beside them. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { flushSync } from "react-dom";
import type { BulkOptions } from "#contract/bulk.ts";
import { callLoosely } from "../../lib/api.ts";
import { dong, groupedNumber } from "../../lib/format.ts";
import { useArea } from "../area/area.ts";
import { Banner } from "../controls/banner.tsx";
import { Missing } from "../controls/missing.tsx";
import { Modal } from "../controls/modal.tsx";
import { errorMessage, refresh, useSend } from "../data/queries.ts";
import { focusMain } from "../focus.ts";
import { MomentPicker } from "../form/date-picker.tsx";
import { useOptions } from "../list/use-options.ts";
import type { BulkAction, ListQuery } from "../resource.ts";
import styles from "./bulk.module.css";

/** The rows of a job: some ids, or all of a filter but some. */
export type BulkRows = { ids: readonly number[] } | { filter: ListQuery; except?: readonly number[] };

/** Up to this number of options all of them are seen, and one press chooses. */
const mostRadios = 8;
const messages = { fallback: "Có lỗi xảy ra khi bắt đầu thao tác", unreachable: "Lỗi kết nối" };

const missingTexts = { choice: "Bạn chưa chọn", days: "Bạn chưa ghi số ngày", moment: "Bạn chưa chọn giờ" };

interface BulkQuestionProps {
  noun: string;
  action: BulkAction;
  rows: BulkRows;
  onClose: () => void;
  /** Called once the server has taken the job. */
  onStarted: () => void;
}

export function BulkQuestion({ noun, action, rows, onClose, onStarted }: BulkQuestionProps) {
  const { kind: as } = useArea();
  const client = useQueryClient();
  const send = useSend([]);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [chosen, setChosen] = useState<BulkOptions>();
  const body = { kind: action.kind, ...choiceOf(rows) };
  const preview = useQuery({
    queryKey: ["POST /api/admin/bulk/preview", body],
    queryFn: ({ signal }) => callLoosely("POST /api/admin/bulk/preview", { body, as, signal, ...messages }),
    gcTime: 0,
  });
  const found = preview.data?.data;
  const verb = capitalised(action.verb);
  const counted = found ? `${groupedNumber(found.total)} ${noun}` : noun;
  const isReady = found !== undefined && found.total > 0 && (!action.asks || chosen !== undefined);

  async function start() {
    if (!found) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await send("POST /api/admin/bulk", { body: { ...body, options: chosen ?? {}, expected: found.total } }, messages);
      void refresh(client, ["/api/admin/bulk"]);
      flushSync(onStarted);
      focusMain();
    } catch (cause) {
      setError(errorMessage(cause));
      setIsBusy(false);
      void preview.refetch();
    }
  }

  return (
    <Modal
      open
      role="alertdialog"
      title={found ? `${verb} ${counted}?` : action.label}
      width={27}
      onClose={() => !isBusy && onClose()}
      foot={
        <>
          <button type="button" className="btn btn--line" disabled={isBusy} onClick={onClose}>
            Hủy
          </button>
          {found && found.total > 0 && action.asks && !chosen && <Missing>{missingTexts[action.asks.kind]}</Missing>}
          <button
            type="button"
            className={action.isDanger ? "btn btn--danger" : "btn btn--primary"}
            disabled={isBusy || !isReady}
            onClick={() => void start()}
          >
            {isBusy ? "Đang bắt đầu..." : `${verb} ${counted}`}
          </button>
        </>
      }
    >
      <div className="confirm">
        {(error ?? preview.error) && <Banner kind="danger">{error ?? errorMessage(preview.error)}</Banner>}
        {!found && !preview.error && <p role="status">Đang đếm…</p>}
        {found?.total === 0 && <p>Không còn dòng nào khớp bộ lọc.</p>}
        {found && (
          <ul className={styles.names}>
            {found.names.map((name) => (
              <li key={name}>{name}</li>
            ))}
            {found.total > found.names.length && (
              <li>
                và {groupedNumber(found.total - found.names.length)} {noun} khác
              </li>
            )}
          </ul>
        )}
        {found?.amount != null && (
          <p>
            Tổng cộng <b className="num">{dong(found.amount)}</b>
          </p>
        )}
        {[...(found?.notes ?? []), ...(action.note ? [action.note] : [])].map((note) => (
          <p key={note}>{note}</p>
        ))}
        {action.asks?.kind === "choice" && <ChoiceField asks={action.asks} onChange={setChosen} />}
        {action.asks?.kind === "days" && <DaysField onChange={setChosen} />}
        {action.asks?.kind === "moment" && <MomentInput asks={action.asks} onChange={setChosen} />}
      </div>
    </Modal>
  );
}

interface ChoiceFieldProps {
  asks: Extract<NonNullable<BulkAction["asks"]>, { kind: "choice" }>;
  onChange: (options: BulkOptions | undefined) => void;
}

function ChoiceField({ asks: { label, options: source, toOptions }, onChange }: ChoiceFieldProps) {
  const id = useId();
  const { options, query } = useOptions(source);
  const [value, setValue] = useState<string>();
  const choose = (next: string) => {
    setValue(next);
    onChange(next === "" ? undefined : toOptions(next));
  };
  const error = query?.error && <p className="error">{errorMessage(query.error)}</p>;
  if (options.length > mostRadios) {
    return (
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <select id={id} className="select" value={value ?? ""} onChange={({ target }) => choose(target.value)}>
          <option value="">Chọn…</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        {error}
      </div>
    );
  }
  return (
    <fieldset className={styles.radios}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="check-line">
          <input type="radio" name={id} checked={value === option.value} onChange={() => choose(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
      {error}
    </fieldset>
  );
}

function DaysField({ onChange }: { onChange: (options: BulkOptions | undefined) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Số ngày</label>
      <input
        id={id}
        className="input"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        onChange={({ target }) => {
          const days = /^\d+$/.test(target.value.trim()) ? Number(target.value) : 0;
          onChange(days > 0 ? { days } : undefined);
        }}
      />
    </div>
  );
}

interface MomentInputProps {
  asks: Extract<NonNullable<BulkAction["asks"]>, { kind: "moment" }>;
  onChange: (options: BulkOptions | undefined) => void;
}

function MomentInput({ asks: { label, toOptions }, onChange }: MomentInputProps) {
  const id = useId();
  const [value, setValue] = useState("");
  const choose = (time: string) => {
    setValue(time);
    onChange(time === "" ? undefined : toOptions(time));
  };
  return (
    <fieldset className="field">
      <legend id={id}>{label}</legend>
      <MomentPicker aria-labelledby={id} value={value} onChange={choose} />
    </fieldset>
  );
}

/** Returns the rows as the endpoint takes them: the values of a query are texts. */
export function choiceOf(rows: BulkRows) {
  if ("ids" in rows) return { ids: [...rows.ids] };
  const given = Object.entries(rows.filter).filter(([, value]) => value !== undefined);
  return {
    filter: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    except: [...(rows.except ?? [])],
  };
}

export const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
