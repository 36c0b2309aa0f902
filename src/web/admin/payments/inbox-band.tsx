/** Notes above the list of transfers: services that fare badly, claims, and the order whose transfers are shown. */
import { useSearchParams } from "react-router";
import { Banner } from "../../resource/controls/banner.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { Link } from "../../ui/link.tsx";
import { Claims } from "./claims.tsx";
import { PayableLink } from "./payable-link.tsx";
import { loadErrors } from "./payment-calls.ts";
import { originLabels } from "./transfer-states.tsx";

export function InboxBand() {
  return (
    <>
      <Services />
      <Claims />
      <OfOne />
    </>
  );
}

/** How the services fare that tell of money; nothing while all is well and none is used. */
function Services() {
  const read = useRead("GET /api/admin/payments/providers", {}, loadErrors);
  const used = (read.data?.data ?? []).filter(({ state }) => state !== "off");
  return (
    <>
      {used
        .filter(({ is_silent, state }) => is_silent || state === "unreadable")
        .map(({ provider, state, can_poll }) => (
          <Banner key={provider} kind="warning">
            {state === "unreadable"
              ? `Không đọc được khóa của ${originLabels[provider]}: hãy nhập lại trong Cấu hình.`
              : `${originLabels[provider]} im lặng hơn một giờ dù có đơn mới. Hãy xem tài khoản ngân hàng, ${can_poll ? "hoặc bấm Hỏi lại dịch vụ" : "rồi nhập sao kê nếu có tiền về"}.`}
          </Banner>
        ))}
      {used
        .filter(({ poll_error }) => poll_error !== null)
        .map(({ provider, poll_error }) => (
          <Banner key={provider} kind="warning">
            {originLabels[provider]}: hỏi lại không được ({poll_error}).
          </Banner>
        ))}
    </>
  );
}

/** Says that the transfers of one order or request are shown, with the way to all. */
function OfOne() {
  const [params] = useSearchParams();
  const [order, request] = [params.get("order"), params.get("request")];
  if (!order && !request) return null;
  const all = new URLSearchParams(params);
  all.delete("order");
  all.delete("request");
  all.delete("page");
  return (
    <Banner kind="info">
      Chỉ các giao dịch của{" "}
      {order ? (
        <PayableLink payable={{ kind: "order", id: Number(order) }}>đơn hàng #{order}</PayableLink>
      ) : (
        <PayableLink payable={{ kind: "request", id: Number(request) }}>yêu cầu #{request}</PayableLink>
      )}
      . <Link to={`?${all}`}>Xem tất cả</Link>
    </Banner>
  );
}
