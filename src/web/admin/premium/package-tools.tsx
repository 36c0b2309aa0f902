import { ArrowUpDown, ExternalLink } from "lucide";
import { useState } from "react";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { packageRefreshes } from "./package-calls.ts";
import { PackageOrderDialog } from "./package-order.tsx";

/** The way to the page of visitors, and the order of the packages. */
export function PackageTools() {
  const [isOrdering, setIsOrdering] = useState(false);
  return (
    <>
      <RefreshButton refreshes={packageRefreshes} />
      <Link className="btn" to="/premium" target="_blank" rel="noopener">
        <Icon icon={ExternalLink} />
        <span className="btn__text">Xem như khách</span>
      </Link>
      <button type="button" className="btn btn--line" onClick={() => setIsOrdering(true)}>
        <Icon icon={ArrowUpDown} />
        <span className="btn__text">Sắp xếp</span>
      </button>
      {isOrdering && <PackageOrderDialog onClose={() => setIsOrdering(false)} />}
    </>
  );
}
