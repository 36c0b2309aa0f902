import type { AdminPackage } from "#contract/premium-packages.ts";
import { dong, groupedNumber } from "../../lib/format.ts";
import { Link } from "../../ui/link.tsx";

/** How often a package was paid for, with the way to these orders, and the sum. */
export function Sales({ item: { id, name, sold, earned } }: { item: AdminPackage }) {
  if (sold === 0) return <span className="muted">Chưa bán</span>;
  return (
    <>
      <Link
        className="link num"
        to={`/admin/orders?package=${id}&payment=paid`}
        aria-label={`${groupedNumber(sold)} đơn đã trả tiền của ${name}`}
      >
        {groupedNumber(sold)} đơn
      </Link>
      <span className="table__line num">{dong(earned)}</span>
    </>
  );
}
