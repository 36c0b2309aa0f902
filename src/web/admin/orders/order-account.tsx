/** The account that receives an order's time: found by name, e-mail or phone, and exchanged until the time was given. */
import { useState } from "react";
import type { User } from "#contract/accounts.ts";
import type { AdminOrder, AdminOrderDetail, MatchingUser } from "#contract/orders.ts";
import { phoneNumber } from "#contract/phone.ts";
import { call } from "../../lib/api.ts";
import { useSearchText } from "../../lib/use-search-text.ts";
import { Banner, ErrorBanner } from "../../resource/controls/banner.tsx";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useRead } from "../../resource/data/queries.ts";
import { SearchPicker } from "../../resource/form/search-picker.tsx";
import type { Suggestion } from "../../resource/form/suggestion-box.tsx";
import { AccountLink } from "../users/account-link.tsx";
import { EmailBadge } from "../users/badges.tsx";
import { unreachable, useOrderChange } from "./order-calls.ts";
import { timeOf } from "./order-states.tsx";
import styles from "./orders.module.css";

interface OrderAccountProps {
  order: AdminOrder;
  detail: AdminOrderDetail | undefined;
}

export function OrderAccount({ order, detail }: OrderAccountProps) {
  const [isChanging, setIsChanging] = useState(false);
  const attachment = useAttachment(order);
  const isOpen = order.premium_granted_at === null && order.erased_at === null;
  const choose = async (user: Receiver) => {
    if (await attachment.attach(user)) setIsChanging(false);
  };
  const account = detail?.account;
  return (
    <div className={styles.account}>
      {order.user_id === null ? (
        <p>{isOpen ? "Chưa gắn với tài khoản nào." : <span className="muted">Không có</span>}</p>
      ) : (
        <p className="chips">
          <AccountLink id={order.user_id} />
          {account && <span className="muted">{account.email}</span>}
          {account && <EmailBadge isVerified={account.is_email_verified} />}
        </p>
      )}
      {account?.is_active === false && (
        <Banner kind="warning">
          Tài khoản này đang bị khóa: chủ tài khoản không đăng nhập được, kể cả khi có Premium.
        </Banner>
      )}
      {isOpen && order.user_id === null && detail?.matching_user && (
        <AccountOffer user={detail.matching_user} isBusy={attachment.isBusy} onAttach={choose} />
      )}
      {isOpen && order.user_id !== null && (
        <div className="chips">
          <button
            type="button"
            className="btn btn--line btn--sm"
            aria-expanded={isChanging}
            onClick={() => setIsChanging(!isChanging)}
          >
            Đổi tài khoản
          </button>
          <button
            type="button"
            className="btn btn--line btn--sm"
            aria-disabled={attachment.isBusy}
            onClick={() => void attachment.detach()}
          >
            Bỏ gắn
          </button>
        </div>
      )}
      {isOpen && (order.user_id === null || isChanging) && <AccountSearch order={order} onChoose={choose} />}
    </div>
  );
}

type Receiver = Pick<User, "id" | "username" | "email" | "is_active">;

/** Offers the account with the order's e-mail. */
function AccountOffer(props: { user: MatchingUser; isBusy: boolean; onAttach: (user: Receiver) => Promise<void> }) {
  const { user, isBusy, onAttach } = props;
  return (
    <Banner kind="warning">
      <p>
        Tài khoản <b>{user.username}</b> có cùng email {user.email}. Email này do khách tự khai, hãy hỏi lại khách trước
        khi gắn.
      </p>
      <p className="chips">
        <EmailBadge isVerified={user.is_email_verified} />
        {!user.is_active && <span>Đang bị khóa</span>}
      </p>
      <button
        type="button"
        className="btn btn--line btn--sm"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void onAttach(user)}
      >
        Gắn với tài khoản này
      </button>
    </Banner>
  );
}

/** Attaches and detaches an account, after a question. */
function useAttachment(order: AdminOrder) {
  const { isBusy, send } = useOrderChange(order);
  const confirm = useConfirm();
  const isPaid = order.payment_status === "paid" && (order.status === "confirmed" || order.status === "completed");
  return {
    isBusy,
    /** Resolves to whether it is attached. */
    async attach({ id, username, email, is_active }: Receiver): Promise<boolean> {
      const isConfirmed = await confirm({
        title: "Gắn tài khoản",
        text: (
          <>
            <p>
              Gắn đơn {order.code} với tài khoản <b>{username}</b> ({email})?{" "}
              {isPaid
                ? `Tài khoản được cộng ${timeOf(order)} ngay, sau đó không đổi sang tài khoản khác được.`
                : "Bạn còn đổi được cho đến khi Premium được cộng."}
            </p>
            {!is_active && <p>Tài khoản này đang bị khóa.</p>}
          </>
        ),
        action: "Gắn tài khoản",
      });
      return isConfirmed && (await send({ user_id: id }, "Đã gắn đơn hàng với tài khoản"));
    },
    async detach(): Promise<void> {
      const isConfirmed = await confirm({
        title: "Bỏ gắn tài khoản",
        text: <p>Bỏ gắn đơn {order.code} khỏi tài khoản này?</p>,
        action: "Bỏ gắn",
      });
      if (isConfirmed) await send({ user_id: null }, "Đã bỏ gắn tài khoản");
    },
  };
}

const loadErrors = { fallback: "Có lỗi xảy ra khi tìm tài khoản", unreachable };

/** Finds accounts by name and e-mail; by a phone number those of other orders with it. */
function AccountSearch({ order, onChoose }: { order: AdminOrder; onChoose: (user: Receiver) => Promise<void> }) {
  const toast = useAreaToast();
  const [query, setQuery] = useState("");
  const { text, setText } = useSearchText(query, setQuery);
  const isPhone = phoneNumber(query) !== null;
  const users = useRead(
    "GET /api/admin/users",
    { query: { search: query, limit: 8 } },
    { ...loadErrors, enabled: query !== "" && !isPhone },
  );
  const orders = useRead(
    "GET /api/premium-orders",
    { query: { search: query, limit: 20 } },
    { ...loadErrors, enabled: isPhone },
  );
  const found = query === "" ? [] : isPhone ? owners(orders.data?.data, order) : named(users.data?.data);
  const read = isPhone ? orders : users;
  async function choose(id: number) {
    try {
      const { data } = await call("GET /api/admin/users/{id}", { params: { id }, as: "admin", ...loadErrors });
      await onChoose(data);
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }
  return (
    <>
      {read.error && <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />}
      <SearchPicker
        label="Tìm tài khoản để gắn"
        placeholder="Tên đăng nhập, email, số điện thoại"
        text={text}
        onText={setText}
        found={found}
        empty={
          query === "" ? "Gõ tên, email hoặc số điện thoại" : read.isFetching ? "Đang tìm…" : "Không thấy tài khoản"
        }
        onChoose={(id) => void choose(Number(id))}
      />
    </>
  );
}

function named(users: readonly User[] = []): Suggestion[] {
  return users.map(({ id, username, email, full_name, is_email_verified, is_active }) => ({
    id: String(id),
    name: username,
    detail: [
      email,
      full_name,
      is_email_verified ? "email đã xác minh" : "email chưa xác minh",
      !is_active && "đang bị khóa",
    ]
      .filter(Boolean)
      .join(" · "),
  }));
}

/** The accounts of other orders, each once. */
function owners(orders: readonly AdminOrder[] = [], own: AdminOrder): Suggestion[] {
  const others = orders.filter(({ id, user_id }) => id !== own.id && user_id !== null);
  return [...new Map(others.map((other) => [other.user_id, other])).values()].map((other) => ({
    id: String(other.user_id),
    name: `Tài khoản của ${other.user_name}`,
    detail: `${other.user_email} · cùng số điện thoại, đơn ${other.code}`,
  }));
}
