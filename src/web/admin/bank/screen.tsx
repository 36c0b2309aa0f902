import { useQueryClient } from "@tanstack/react-query";
import { Eye, Pencil, Plus, QrCode, Trash2 } from "lucide";
import { type ReactNode, useState } from "react";
import { type BankConfig, testAmount } from "#contract/bank.ts";
import { isApiError } from "#contract/errors.ts";
import { flagWords } from "#contract/flag-words.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { dong, groupedNumber } from "../../lib/format.ts";
import { useLiveTopics } from "../../resource/area/live.tsx";
import { ActiveBadge } from "../../resource/controls/badge.tsx";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { IconButton } from "../../resource/controls/icon-button.tsx";
import { Modal } from "../../resource/controls/modal.tsx";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, refresh, useChange, useRead } from "../../resource/data/queries.ts";
import { focusMain } from "../../resource/focus.ts";
import { RecordHistory } from "../../resource/history/record-history.tsx";
import { PageHeader } from "../../resource/list/page-header.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { EmptyState, Skeleton } from "../../ui/states.tsx";
import { maskedNumber } from "./account-number.ts";
import { bankRefreshes, unreachable } from "./bank-calls.ts";
import { BankForm } from "./bank-form.tsx";
import { QrPicture } from "./qr-picture.tsx";
import { TestPayment } from "./test-payment.tsx";
import "../../styles/cards.css";
import styles from "./screen.module.css";

export default function BankScreen() {
  const client = useQueryClient();
  const query = useRead(
    "GET /api/bank-config",
    {},
    { fallback: "Có lỗi xảy ra khi tải tài khoản ngân hàng", unreachable },
  );
  useLiveTopics(["site"], () => void refresh(client, ["/api/bank-config"]));
  const [isEditing, setIsEditing] = useState(false);
  const isMissing = isApiError(query.error) && query.error.status === 404;
  const account = isMissing ? undefined : query.data?.data;
  const error = isMissing ? null : query.error;
  const addButton = isMissing && (
    <button type="button" className="btn btn--primary" onClick={() => setIsEditing(true)}>
      <Icon icon={Plus} />
      Thêm tài khoản ngân hàng
    </button>
  );
  return (
    <>
      <PageHeader title="Ngân hàng" summary="Tài khoản mà khách chuyển khoản đến">
        {addButton}
      </PageHeader>
      {error && <ErrorBanner error={error} busy={query.isFetching} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className={`${styles.bank} ${styles.skeleton}`} />}
      {isMissing && (
        <EmptyState
          title="Chưa có tài khoản ngân hàng"
          text="Thêm tài khoản đầu tiên để khách biết chuyển khoản đến đâu."
        >
          {addButton}
        </EmptyState>
      )}
      {account && <AccountCard account={account} onEdit={() => setIsEditing(true)} />}
      {isEditing && <BankForm key={account?.id ?? "new"} account={account} onClose={() => setIsEditing(false)} />}
    </>
  );
}

function AccountCard({ account, onEdit }: { account: BankConfig; onEdit: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isTesting, setIsTesting] = useState(false);
  const remove = useRemove(account);
  const { id, bank_name, bank_bin, is_active, created_at, updated_at, updated_by } = account;
  return (
    <article className={`item-card ${styles.bank}`} aria-label={bank_name}>
      <div className="item-card__head">
        <div className="item-card__names">
          <h2>{bank_name}</h2>
          <p className="item-card__subtitle">
            {updated_by === null ? (
              <>
                Tạo lúc <span className="num">{shortDateTime(created_at)}</span>
              </>
            ) : (
              <>
                Đổi lúc <span className="num">{shortDateTime(updated_at)}</span> bởi {updated_by}
              </>
            )}
          </p>
        </div>
        <ActiveBadge isActive={is_active} words={flagWords.shown} />
      </div>
      <AccountFacts account={account} number={maskedNumber(account.account_number)} />
      {bank_bin !== null && (
        <button type="button" className={`btn btn--line btn--sm ${styles.test}`} onClick={() => setIsTesting(true)}>
          <Icon icon={QrCode} />
          Quét thử {dong(testAmount)}
        </button>
      )}
      <div className="item-card__foot">
        <span className="item-card__facts">
          <WaitingLink />
        </span>
        <span className="acts">
          <IconButton label={`Xem: ${bank_name}`} icon={Eye} onPress={() => setIsOpen(true)} />
          <IconButton label={`Sửa: ${bank_name}`} icon={Pencil} onPress={onEdit} />
          <IconButton label={`Xóa: ${bank_name}`} icon={Trash2} onPress={() => void remove()} />
        </span>
      </div>
      <Modal open={isOpen} title={bank_name} onClose={() => setIsOpen(false)}>
        <AccountFacts account={account} number={account.account_number}>
          <Fact label="Mã BIN">{account.bank_bin ?? "Không có, đơn hàng không có mã VietQR"}</Fact>
          <Fact label="Trạng thái">{is_active ? flagWords.shown.on : flagWords.shown.off}</Fact>
          <Fact label="Tạo lúc">{shortDateTime(created_at)}</Fact>
          <Fact label="Cập nhật">
            {shortDateTime(updated_at)}
            {updated_by !== null && ` bởi ${updated_by}`}
          </Fact>
        </AccountFacts>
        <RecordHistory entity="bank_account" id={id} />
      </Modal>
      {isTesting && <TestPayment onClose={() => setIsTesting(false)} />}
    </article>
  );
}

interface AccountFactsProps {
  account: BankConfig;
  /** The account number as it is shown. */
  number: string;
  children?: ReactNode;
}

function AccountFacts({ account, number, children }: AccountFactsProps) {
  const { account_holder, branch, swift_code, qr_code_url } = account;
  return (
    <>
      <dl className="dl">
        <Fact label="Chủ tài khoản">{account_holder}</Fact>
        <Fact label="Số tài khoản">
          <span className="num">{number}</span>
        </Fact>
        <Fact label="Chi nhánh">{branch ?? "Không có"}</Fact>
        <Fact label="Mã SWIFT">{swift_code ?? "Không có"}</Fact>
        {children}
      </dl>
      {qr_code_url && <QrPicture key={qr_code_url} url={qr_code_url} />}
    </>
  );
}

/** Returns how many orders have still to be paid to the account; undefined until it is known. */
function useWaitingOrders(): number | undefined {
  const client = useQueryClient();
  useLiveTopics(["orders"], () => void refresh(client, ["/api/premium-orders/tabs"]));
  const tabs = useRead("GET /api/premium-orders/tabs", {}).data?.data;
  return tabs && tabs.waiting + tabs.part;
}

/** The way to the orders that have still to be paid. */
function WaitingLink() {
  const waiting = useWaitingOrders();
  if (waiting === undefined) return null;
  if (waiting === 0) return "Không có đơn nào đang chờ tiền";
  return (
    <Link className="link" to="/admin/orders?tab=waiting">
      {groupedNumber(waiting)} đơn đang chờ tiền
    </Link>
  );
}

function WaitingOrders() {
  const waiting = useWaitingOrders() ?? 0;
  return waiting > 0 && <p>{groupedNumber(waiting)} đơn đang chờ tiền sẽ không còn nơi để khách chuyển khoản đến.</p>;
}

/** Returns the function that deletes the account, after its question. */
function useRemove({ id, bank_name }: BankConfig): () => Promise<void> {
  const confirm = useConfirm();
  const toast = useAreaToast();
  const change = useChange("DELETE /api/bank-config/{id}", {
    refreshes: bankRefreshes,
    successMessage: "Đã xóa tài khoản ngân hàng",
    fallback: "Có lỗi xảy ra khi xóa tài khoản ngân hàng",
    unreachable,
  });
  const title = "Xóa tài khoản ngân hàng";
  const text = (
    <>
      <p>Bạn có chắc chắn muốn xóa tài khoản ngân hàng này?</p>
      <p>
        <b>{bank_name}</b>
      </p>
      <WaitingOrders />
    </>
  );
  return async () => {
    if (!(await confirm({ title, text, action: title, danger: true }))) return;
    try {
      await change.mutateAsync({ params: { id } });
      focusMain();
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  };
}
