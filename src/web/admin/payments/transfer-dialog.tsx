/** All of a transfer: memo, facts, what it might pay, what was decided, and each step that is left. */
import { Ban, CalendarPlus, Check, Link2, Split, Undo2 } from "lucide";
import { type ReactNode, useRef, useState } from "react";
import {
  isGuess,
  type Payable,
  type PayableSuggestion,
  type Transfer,
  type TransferAllocation,
  type TransferDetail,
  type TransferRefund,
} from "#contract/payments.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { dong } from "../../lib/format.ts";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { CopyButton } from "../../resource/controls/copy-button.tsx";
import { Panel } from "../../resource/controls/panel.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { MarkedMemo, marksOf } from "./memo.tsx";
import { PayableLink } from "./payable-link.tsx";
import { loadErrors, useAttached, useDecision, useDoubt } from "./payment-calls.ts";
import { reasonsOf } from "./reasons.ts";
import { ToldAgain } from "./told-again.tsx";
import styles from "./transfer-dialog.module.css";
import { ExtendForm, IgnoreForm, RefundForm, SplitForm } from "./transfer-forms.tsx";
import { missingOf, openOf, originLabels, reasonText, sourceText, transferLooks } from "./transfer-states.tsx";
import { UndoQuestion } from "./undo-question.tsx";

type Step =
  | { kind: "split" | "refund" | "ignore" }
  | { kind: "extend"; order: Payable }
  | { kind: "undo"; allocation: TransferAllocation };

interface TransferDialogProps {
  transfer: Transfer;
  onClose: () => void;
}

export function TransferDialog({ transfer: listed, onClose }: TransferDialogProps) {
  const { id } = listed;
  const read = useRead("GET /api/admin/payments/{id}", { params: { id } }, loadErrors);
  const detail = read.data?.data.id === id ? read.data.data : undefined;
  const transfer = detail ?? listed;
  const [step, setStep] = useState<Step>();
  const [isBusy, setIsBusy] = useState(false);
  const headRef = useRef<HTMLDivElement>(null);
  const close = () => setStep(undefined);
  const open = openOf(transfer);

  /** Runs a step; the focus then stands at the state, since the pressed button may be gone. */
  async function run(task: () => Promise<boolean>) {
    if (isBusy) return;
    setIsBusy(true);
    const isDone = await task();
    setIsBusy(false);
    if (isDone) headRef.current?.focus();
  }

  return (
    <>
      <Panel
        title={`${transfer.direction === "in" ? "Tiền vào" : "Tiền ra"} ${dong(transfer.amount)}`}
        onClose={onClose}
      >
        <div className={styles.transfer}>
          {read.error && <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />}
          <div ref={headRef} className={styles.head} tabIndex={-1} role="group" aria-label="Tình trạng">
            <div className={styles.states}>
              <transferLooks.Badge state={transfer.state} />
              <span className="muted">{reasonText(transfer)}</span>
            </div>
            <Balance transfer={transfer} />
          </div>
          <p className={styles.memo}>
            <MarkedMemo memo={transfer.memo} marks={detail?.marks ?? marksOf(transfer.memo, transfer.code)} />
          </p>
          {detail ? (
            <>
              <Decisions detail={detail} open={open} isBusy={isBusy} run={run} onStep={setStep} />
              <History detail={detail} isBusy={isBusy} run={run} onStep={setStep} />
            </>
          ) : (
            !read.error && <Skeleton className={styles.skeleton} />
          )}
          <Facts transfer={transfer} detail={detail} />
          {detail && <ToldAgain detail={detail} />}
        </div>
      </Panel>
      {detail && step?.kind === "split" && <SplitForm transfer={detail} onClose={close} />}
      {detail && step?.kind === "refund" && <RefundForm transfer={detail} onClose={close} />}
      {detail && step?.kind === "ignore" && <IgnoreForm transfer={detail} onClose={close} />}
      {detail && step?.kind === "extend" && <ExtendForm transfer={detail} order={step.order} onClose={close} />}
      {detail && step?.kind === "undo" && (
        <UndoQuestion
          transfer={detail}
          allocation={step.allocation}
          onClose={close}
          onDone={() => headRef.current?.focus()}
        />
      )}
    </>
  );
}

/** What was done with the money, and what is left. */
function Balance({ transfer }: { transfer: Transfer }) {
  if (transfer.direction === "out") return null;
  const { amount, allocated, refunded } = transfer;
  const parts = [
    ["Nhận", amount],
    ["Đã ghép", allocated],
    ...(refunded > 0 ? ([["Đã hoàn", refunded]] as const) : []),
    ["Còn mở", openOf(transfer)],
  ] as const;
  return (
    <dl className={styles.balance}>
      {parts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{dong(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PartProps {
  detail: TransferDetail;
  isBusy: boolean;
  run: (task: () => Promise<boolean>) => Promise<void>;
  onStep: (step: Step) => void;
}

/** The steps that are left, and the orders that the money is likely for. */
function Decisions({ detail, open, isBusy, run, onStep }: PartProps & { open: number }) {
  const decide = useDecision(detail);
  const isMeant = useDoubt(detail);
  const tell = useAttached(detail);
  const { state, direction } = detail;
  // What is paid by this money already stands below.
  const suggestions = detail.suggestions.filter((one) => missingOf(one) > 0 || !isPaidBy(detail, one));
  if (state === "ignored") {
    // What was sent back is opened again by undoing the refund.
    if (detail.amount === detail.allocated + detail.refunded) return null;
    return (
      <div className={styles.acts}>
        <button
          type="button"
          className="btn btn--line"
          aria-disabled={isBusy}
          onClick={() =>
            void run(() =>
              decide("POST /api/admin/payments/{id}/undo", { what: { kind: "ignored" } }, "Giao dịch được mở lại"),
            )
          }
        >
          <Icon icon={Undo2} />
          Thôi bỏ qua
        </button>
      </div>
    );
  }
  if (direction === "out" || open <= 0) return null;
  async function attach(payable: Payable, amount: number) {
    if (isBusy || !(await isMeant([payable]))) return;
    const { kind, id, code } = payable;
    await run(() =>
      decide("POST /api/admin/payments/{id}/attach", { parts: [{ kind, id, amount }] }, (after) =>
        tell(`Đã ghép ${dong(amount)} vào ${code}`, after),
      ),
    );
  }
  const guesses = suggestions.filter(isGuess);
  const likely = suggestions.filter((one) => !isGuess(one));
  const [best] = likely;
  const listOf = (some: readonly PayableSuggestion[]) => (
    <ul className={`rows ${styles.list}`}>
      {some.map((one) => (
        <li key={`${one.kind} ${one.id}`}>
          <PayableLine payable={one} note={reasonsOf(one).join(" · ")} />
          <SuggestionAct
            payable={one}
            amount={Math.min(open, missingOf(one))}
            isBest={one === best && !one.is_ended && reasonsOf(one).length > 1}
            isBusy={isBusy}
            onAttach={(amount) => void attach(one, amount)}
            onExtend={() => onStep({ kind: "extend", order: one })}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <section className={styles.part}>
      <h3>Gợi ý</h3>
      {likely.length === 0 && (
        <p className="muted">
          Không có đơn nào{detail.suggestions.length > guesses.length && " khác"} giống mã hay tên người gửi. Hãy tìm
          theo tên, số điện thoại hoặc email.
        </p>
      )}
      {likely.length > 0 && listOf(likely)}
      {guesses.length > 0 && (
        <details>
          <summary>Cùng số tiền ({guesses.length})</summary>
          {listOf(guesses)}
        </details>
      )}
      <div className={styles.acts}>
        <button type="button" className="btn btn--line" onClick={() => onStep({ kind: "split" })}>
          <Icon icon={Split} />
          Tìm đơn khác, chia nhiều đơn
        </button>
        <button type="button" className="btn btn--line" onClick={() => onStep({ kind: "refund" })}>
          <Icon icon={Undo2} />
          Ghi hoàn tiền
        </button>
        <button type="button" className="btn btn--line" onClick={() => onStep({ kind: "ignore" })}>
          <Icon icon={Ban} />
          Bỏ qua
        </button>
      </div>
    </section>
  );
}

/** Whether a transfer pays an order or a request. */
function isPaidBy({ allocations }: TransferDetail, { kind, id }: Payable): boolean {
  return allocations.some(
    ({ payable, undone_at }) => undone_at === null && payable?.kind === kind && payable.id === id,
  );
}

interface SuggestionActProps {
  payable: Payable;
  /** What the order takes of the money; 0 for one that is paid. */
  amount: number;
  /** Whether it is what one would do. */
  isBest: boolean;
  isBusy: boolean;
  onAttach: (amount: number) => void;
  onExtend: () => void;
}

function SuggestionAct({ payable, amount, isBest, isBusy, onAttach, onExtend }: SuggestionActProps) {
  if (amount > 0) {
    return (
      <button
        type="button"
        className={`btn ${isBest ? "btn--primary" : "btn--line"} btn--sm`}
        aria-label={`Ghép ${dong(amount)} vào ${payable.code}`}
        aria-disabled={isBusy}
        onClick={() => onAttach(amount)}
      >
        <Icon icon={Link2} />
        Ghép {dong(amount)}
      </button>
    );
  }
  if (payable.kind !== "order") return <span className="muted">Đã đủ tiền</span>;
  return (
    <button
      type="button"
      className="btn btn--line btn--sm"
      aria-label={`Cộng thêm ngày cho ${payable.code}`}
      onClick={onExtend}
    >
      <Icon icon={CalendarPlus} />
      Cộng thêm ngày
    </button>
  );
}

/** An order or a request in two lines. */
function PayableLine({ payable, note }: { payable: Payable | null; note?: string }) {
  if (!payable) return <span className={styles.payable}>Đơn đã bị xóa</span>;
  const { code, customer_name, title, price, received, state_text, created_at } = payable;
  return (
    <span className={styles.payable}>
      <span>
        <PayableLink payable={payable} className={`${styles.code} num`}>
          {code}
        </PayableLink>{" "}
        {customer_name} · <span className="num">{dong(price)}</span>
        {received > 0 && received < price && <span className="num"> (đã nhận {dong(received)})</span>}
      </span>
      <span className="muted">
        {note && <b>{note} · </b>}
        {state_text} · {title} · {shortDateTime(created_at)}
      </span>
    </span>
  );
}

/** What was decided, the latest first, each with its undo. */
function History({ detail, isBusy, run, onStep }: PartProps) {
  const decide = useDecision(detail);
  const { allocations, refunds } = detail;
  const steps = [
    ...allocations.map((allocation) => ({ key: `a${allocation.id}`, at: allocation.created_at, allocation })),
    ...refunds.map((refund) => ({ key: `r${refund.id}`, at: refund.created_at, refund })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1));
  if (steps.length === 0) return null;
  const accept = ({ kind, id, code }: Payable) =>
    run(() => decide("POST /api/admin/payments/{id}/accept", { kind, id }, `${code} được nhận là đủ tiền`));
  const undoRefund = ({ id }: TransferRefund) =>
    run(() => decide("POST /api/admin/payments/{id}/undo", { what: { kind: "refund", id } }, "Đã hoàn tác"));
  return (
    <section className={styles.part}>
      <h3>Đã làm</h3>
      <ul className={`rows ${styles.list}`}>
        {steps.map((step) => (
          <li key={step.key}>
            {"allocation" in step ? (
              <AllocationStep
                allocation={step.allocation}
                isBusy={isBusy}
                onAccept={(payable) => void accept(payable)}
                onExtend={openOf(detail) > 0 ? (order) => onStep({ kind: "extend", order }) : undefined}
                onUndo={() => onStep({ kind: "undo", allocation: step.allocation })}
              />
            ) : (
              <RefundStep refund={step.refund} isBusy={isBusy} onUndo={() => void undoRefund(step.refund)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AllocationStepProps {
  allocation: TransferAllocation;
  isBusy: boolean;
  onAccept: (payable: Payable) => void;
  /** Undefined while nothing of the money is left. */
  onExtend: ((order: Payable) => void) | undefined;
  onUndo: () => void;
}

function AllocationStep({ allocation, isBusy, onAccept, onExtend, onUndo }: AllocationStepProps) {
  const { amount, payable, extra_days, created_at, created_by, undone_at, undone_by } = allocation;
  const code = payable?.code ?? "đơn đã xóa";
  const what = extra_days === null ? `Ghép ${dong(amount)}` : `${dong(amount)} cho thêm ${extra_days} ngày`;
  const isUndone = undone_at !== null;
  return (
    <>
      <span className={isUndone ? `${styles.payable} ${styles.undone}` : styles.payable}>
        <span>
          <b className="num">{what}</b> · {created_by}, <span className="num">{shortDateTime(created_at)}</span>
        </span>
        {isUndone && (
          <span className="muted">
            Hoàn tác: {undone_by}, <span className="num">{shortDateTime(undone_at)}</span>
          </span>
        )}
        <PayableLine payable={payable} />
      </span>
      {!isUndone && (
        <span className={styles.rowActs}>
          {payable && !payable.is_paid && (
            <button
              type="button"
              className="btn btn--line btn--sm"
              aria-label={`Nhận là đủ: ${code}`}
              aria-disabled={isBusy}
              onClick={() => onAccept(payable)}
            >
              <Icon icon={Check} />
              Nhận là đủ
            </button>
          )}
          {payable?.kind === "order" && payable.is_paid && onExtend && (
            <button
              type="button"
              className="btn btn--line btn--sm"
              aria-label={`Cộng thêm ngày cho ${code}`}
              onClick={() => onExtend(payable)}
            >
              <Icon icon={CalendarPlus} />
              Cộng thêm ngày
            </button>
          )}
          <button
            type="button"
            className="btn btn--line btn--sm"
            aria-label={`Hoàn tác: ${what}, ${code}`}
            onClick={onUndo}
          >
            <Icon icon={Undo2} />
            Hoàn tác
          </button>
        </span>
      )}
    </>
  );
}

function RefundStep({ refund, isBusy, onUndo }: { refund: TransferRefund; isBusy: boolean; onUndo: () => void }) {
  const { amount, reference, reason, outgoing_id, created_at, created_by, undone_at, undone_by } = refund;
  const isUndone = undone_at !== null;
  return (
    <>
      <span className={isUndone ? `${styles.payable} ${styles.undone}` : styles.payable}>
        <span>
          <b className="num">Hoàn {dong(amount)}</b> · {created_by},{" "}
          <span className="num">{shortDateTime(created_at)}</span>
        </span>
        {isUndone && (
          <span className="muted">
            Hoàn tác: {undone_by}, <span className="num">{shortDateTime(undone_at)}</span>
          </span>
        )}
        <span className="muted">
          {reason}
          {reference && ` · ${reference}`}
          {outgoing_id !== null && (
            <>
              {" "}
              · <Link to={`/admin/payments?state=all&open=${outgoing_id}`}>tiền ra #{outgoing_id}</Link>
            </>
          )}
        </span>
      </span>
      {!isUndone && (
        <button
          type="button"
          className="btn btn--line btn--sm"
          aria-label={`Hoàn tác: hoàn ${dong(amount)}`}
          aria-disabled={isBusy}
          onClick={onUndo}
        >
          <Icon icon={Undo2} />
          Hoàn tác
        </button>
      )}
    </>
  );
}

function Facts({ transfer, detail }: { transfer: Transfer; detail: TransferDetail | undefined }) {
  const { sender_name, sender_account, sender_bank, account, sub_account, reference, balance, provider } = transfer;
  const { occurred_at, received_at, decided_by } = transfer;
  const isIn = transfer.direction === "in";
  return (
    <div className={styles.facts}>
      <dl className="dl dl--tight">
        <Fact label="Thời gian">
          <span className="num">{shortDateTime(occurred_at)}</span>
        </Fact>
        <Fact label="Mã giao dịch">
          {reference && (
            <span className={styles.copied}>
              {reference} <CopyButton what="mã giao dịch" text={reference} />
            </span>
          )}
        </Fact>
        <Fact label={isIn ? "Người gửi" : "Người nhận"}>{sender_name}</Fact>
        <Fact label="Số tài khoản">
          {(sender_account || sender_bank) && [sender_account, sender_bank].filter(Boolean).join(" · ")}
        </Fact>
      </dl>
      <dl className="dl dl--tight">
        <Fact label={isIn ? "Vào tài khoản" : "Từ tài khoản"}>
          {[account, sub_account].filter(Boolean).join(" · ")}
        </Fact>
        <Fact label="Số dư sau đó">{balance !== null && <span className="num">{dong(balance)}</span>}</Fact>
        <Fact label="Nguồn">
          {detail ? sourceText(detail) : originLabels[provider]},{" "}
          <span className="num">{shortDateTime(received_at)}</span>
        </Fact>
        <Fact label="Quyết định bởi">{decided_by ?? "Hệ thống"}</Fact>
      </dl>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || <span className="muted">Không có</span>}</dd>
    </div>
  );
}
