import type { RefObject } from "react";
import type { CustomerRequest } from "#contract/requests.ts";
import { dong } from "../../lib/format.ts";
import { Transfer } from "../sales/payment/payment.tsx";

interface PaymentCardProps {
  request: CustomerRequest;
  heading: RefObject<HTMLHeadingElement | null>;
  onReply(request: CustomerRequest): void;
}

/** How the accepted song is paid, with its QR code. */
export function PaymentCard({ request, heading, onReply }: PaymentCardProps) {
  const { code, page_token, agreed_price, received_amount, payment, claim } = request;
  return (
    <section className="card" aria-labelledby="request-payment">
      <h2 id="request-payment" tabIndex={-1} ref={heading}>
        <span>{received_amount > 0 ? "Chuyển nốt" : "Chuyển khoản"}</span> {dong(payment?.amount ?? agreed_price)}
      </h2>
      <Transfer
        what="yêu cầu"
        code={code}
        received={received_amount}
        payment={payment}
        pictureUrl={`/api/requests/${page_token}/qr.png`}
        target={{ kind: "request", token: page_token }}
        claim={claim}
        onClaimed={(next) => onReply({ ...request, claim: next })}
      >
        Nhận được tiền, chúng tôi mở bản đầy đủ để bạn tải ngay trên trang này.
      </Transfer>
    </section>
  );
}
