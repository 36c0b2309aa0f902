import { FileUp, Upload } from "lucide";
import { type DragEvent, useId, useState } from "react";
import type { Api } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { StatementColumns } from "#contract/payments.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { dong, groupedNumber } from "../../lib/format.ts";
import { Badge, type StateLook } from "../../resource/controls/badge.tsx";
import { Banner } from "../../resource/controls/banner.tsx";
import { FileButton } from "../../resource/controls/file-button.tsx";
import { Modal } from "../../resource/controls/modal.tsx";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useChange } from "../../resource/data/queries.ts";
import { Icon } from "../../ui/icon.tsx";
import { paymentRefreshes } from "./payment-calls.ts";
import styles from "./statement-drop.module.css";
import { statementTextOf } from "./statement-text.ts";

type Preview = Reply<Api["POST /api/admin/payments/statement/preview"]>;
type Row = Preview["rows"][number];
type ColumnName = Exclude<keyof StatementColumns, "skip_rows">;
/** Columns of which some are not chosen yet. */
type Chosen = { [Name in keyof StatementColumns]: StatementColumns[Name] | null };

const texts = { fallback: "Không đọc được sao kê này", unreachable: "Có lỗi xảy ra khi kết nối đến server" };

const columnLabels: readonly { name: ColumnName; label: string; isNeeded: boolean }[] = [
  { name: "occurred_at", label: "Ngày giờ", isNeeded: true },
  { name: "memo", label: "Nội dung", isNeeded: true },
  { name: "amount_in", label: "Tiền vào", isNeeded: true },
  { name: "amount_out", label: "Tiền ra", isNeeded: false },
  { name: "reference", label: "Số giao dịch", isNeeded: false },
  { name: "balance", label: "Số dư", isNeeded: false },
  { name: "sender_name", label: "Người gửi", isNeeded: false },
];
const noColumns: Chosen = {
  occurred_at: null,
  memo: null,
  amount_in: null,
  amount_out: null,
  reference: null,
  balance: null,
  sender_name: null,
  skip_rows: 1,
};

/** A button that takes the transfers of a bank statement, after a preview. */
export function StatementDrop() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn--line" onClick={() => setOpen(true)}>
        <Icon icon={FileUp} />
        <span className="btn__text">Nhập sao kê</span>
      </button>
      {isOpen && <StatementDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Milliseconds for thousands of rows, each of which is compared with what is known. */
const timeout = 300_000;

function StatementDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<{ name: string; text: string }>();
  const [problem, setProblem] = useState<string>();
  const [columns, setColumns] = useState<Chosen>();
  const [preview, setPreview] = useState<Preview>();
  const showToast = useAreaToast();
  const read = useChange("POST /api/admin/payments/statement/preview", { refreshes: [], timeout, ...texts });
  const take = useChange("POST /api/admin/payments/statement", { refreshes: paymentRefreshes, timeout, ...texts });
  const isBusy = read.isPending || take.isPending;

  /** Shows what would be taken. @param chosen undefined lets the server find the columns. */
  async function show(text: string, chosen?: StatementColumns): Promise<void> {
    setProblem(undefined);
    try {
      const { data } = await read.mutateAsync({ body: { text, columns: chosen } });
      setPreview(data);
      setColumns(data.columns ?? { ...noColumns, ...chosen });
    } catch (error) {
      setPreview(undefined);
      setProblem(errorMessage(error));
    }
  }

  async function choose([chosen]: readonly File[]): Promise<void> {
    if (!chosen || isBusy) return;
    setPreview(undefined);
    setColumns(undefined);
    const found = statementTextOf(new Uint8Array(await chosen.arrayBuffer()));
    if ("problem" in found) return setProblem(found.problem);
    setFile({ name: chosen.name, text: found.text });
    await show(found.text);
  }

  function change(changed: Chosen): void {
    setColumns(changed);
    const complete = completeOf(changed);
    if (file && complete) void show(file.text, complete);
  }

  async function accept(): Promise<void> {
    const chosen = columns && completeOf(columns);
    if (!file || !chosen || isBusy) return;
    setProblem(undefined);
    try {
      const { data } = await take.mutateAsync({ body: { text: file.text, columns: chosen } });
      showToast(takenText(data));
      onClose();
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }

  const count = preview?.counts.new ?? 0;
  return (
    <Modal
      open
      onClose={onClose}
      title="Nhập sao kê"
      width={52}
      foot={
        <>
          <button type="button" className="btn btn--line" onClick={onClose}>
            Đóng
          </button>
          {count > 0 && (
            <button type="button" className="btn btn--primary" aria-disabled={isBusy} onClick={() => void accept()}>
              {take.isPending ? "Đang nhận..." : `Nhận ${groupedNumber(count)} giao dịch`}
            </button>
          )}
        </>
      }
    >
      <div className={styles.statement}>
        <p>
          Khi dịch vụ báo tiền về bị gián đoạn: tải sao kê CSV ở trang của ngân hàng. Giao dịch đã có không nhận hai
          lần.
        </p>
        <DropArea fileName={file?.name} onFiles={(files) => void choose(files)} />
        {problem && <Banner kind="danger">{problem}</Banner>}
        <p role="status" className={preview || read.isPending ? undefined : "sr"}>
          {read.isPending ? "Đang đọc sao kê..." : preview && countsText(preview)}
        </p>
        {preview && columns && <Columns head={preview.head} columns={columns} onChange={change} />}
        {preview && preview.rows.length > 0 && <Rows rows={preview.rows} />}
      </div>
    </Modal>
  );
}

function DropArea({ fileName, onFiles }: { fileName: string | undefined; onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same.
    <div
      className={isOver ? `${styles.drop} ${styles.over}` : styles.drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon icon={Upload} />
      <p>{fileName ?? "Thả file sao kê CSV vào đây"}</p>
      <FileButton label={fileName ? "Chọn file khác" : "Chọn file CSV"} accept=".csv,.txt,text/csv" onFiles={onFiles} />
    </div>
  );
}

interface ColumnsProps {
  head: Preview["head"];
  columns: Chosen;
  onChange: (columns: Chosen) => void;
}

/** What stands in which column; the server remembers the choice with the transfers that are taken. */
function Columns({ head, columns, onChange }: ColumnsProps) {
  const id = useId();
  const names = namesOf(head, columns.skip_rows ?? 0);
  const numberOf = (value: string) => (value === "" ? null : Number(value));
  return (
    <fieldset className={styles.columns}>
      <legend>Cột của sao kê</legend>
      {columnLabels.map(({ name, label, isNeeded }) => (
        <div key={name} className="field">
          <label htmlFor={`${id}-${name}`}>{label}</label>
          <select
            id={`${id}-${name}`}
            className="select"
            value={columns[name] ?? ""}
            onChange={({ target }) => onChange({ ...columns, [name]: numberOf(target.value) })}
          >
            <option value="">{isNeeded ? "Chọn cột" : "Không có"}</option>
            {names.map((text, place) => (
              <option key={text} value={place}>
                {text}
              </option>
            ))}
          </select>
        </div>
      ))}
      <div className="field">
        <label htmlFor={`${id}-skip`}>Dòng bỏ qua ở đầu</label>
        <select
          id={`${id}-skip`}
          className="select"
          value={columns.skip_rows ?? 0}
          onChange={({ target }) => onChange({ ...columns, skip_rows: Number(target.value) })}
        >
          {Array.from({ length: 51 }, (_, lines) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the number is the choice.
            <option key={lines} value={lines}>
              {lines}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  );
}

const rowStates: Record<Row["state"], StateLook> = {
  new: { label: "Mới", kind: "success" },
  known: { label: "Đã có" },
  wrong: { label: "Không đọc được", kind: "danger" },
};

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <ol className={styles.rows} aria-label="Xem trước sao kê">
      {rows.map((row) => {
        const { line, occurred_at, memo, code, state, problem } = row;
        return (
          <li key={line}>
            <span className="muted num">Dòng {line}</span>
            <span className="num">{occurred_at ? shortDateTime(occurred_at) : "–"}</span>
            <b className="num">{amountText(row)}</b>
            <span className={styles.memo}>
              {memo || "–"}
              {code && <span className="hint"> · mã {code}</span>}
              {problem && <span className={styles.problem}>{problem}</span>}
            </span>
            <span>
              <Badge kind={rowStates[state].kind}>{rowStates[state].label}</Badge>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function amountText({ amount, direction }: Row): string {
  if (amount === null) return "–";
  return `${direction === "out" ? "−" : "+"}${dong(amount)}`;
}

function countsText({ counts, columns }: Preview): string {
  if (columns === null) return "Bạn chọn các cột dưới đây, hệ thống chưa nhận ra chúng.";
  const { new: fresh, known, wrong } = counts;
  const parts = [`${groupedNumber(fresh)} giao dịch mới`, `${groupedNumber(known)} đã có`];
  if (wrong > 0) parts.push(`${groupedNumber(wrong)} dòng không đọc được`);
  return `${parts.join(", ")}.`;
}

function takenText({ taken, known, wrong }: Reply<Api["POST /api/admin/payments/statement"]>): string {
  const parts = [`Đã nhận ${groupedNumber(taken)} giao dịch`];
  if (known > 0) parts.push(`${groupedNumber(known)} đã có trước`);
  if (wrong > 0) parts.push(`${groupedNumber(wrong)} dòng bỏ qua`);
  return parts.join(", ");
}

/** Returns the columns when those that a transfer needs are chosen. */
function completeOf({ occurred_at, memo, amount_in, skip_rows, ...others }: Chosen): StatementColumns | undefined {
  if (occurred_at === null || memo === null || amount_in === null) return undefined;
  return { occurred_at, memo, amount_in, skip_rows: skip_rows ?? 0, ...others };
}

/** Returns a name of each column: its letter with what stands above the first transfer, or in the first row. */
function namesOf(head: Preview["head"], skipRows: number): string[] {
  const titles = head[Math.max(0, skipRows - 1)] ?? head[0] ?? [];
  const width = Math.max(0, ...head.map((row) => row.length));
  return Array.from({ length: width }, (_, place) => {
    const title = (titles[place] ?? "").trim().slice(0, 40);
    return title === "" ? letterOf(place) : `${letterOf(place)}: ${title}`;
  });
}

const letterOf = (place: number): string =>
  (place >= 26 ? letterOf(Math.floor(place / 26) - 1) : "") + String.fromCharCode(65 + (place % 26));
