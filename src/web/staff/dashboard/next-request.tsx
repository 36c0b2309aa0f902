import { ArrowRight } from "lucide";
import { useSearchParams } from "react-router";
import type { StaffRequest } from "#contract/requests.ts";
import { useRead } from "../../resource/data/queries.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { loadErrors } from "./desk-calls.ts";

/** Leads from a request that is done to the next of the member's own, else to one that nobody has; nothing without any. */
export function NextRequest({ after }: { after: Pick<StaffRequest, "id"> }) {
  const next = useNext(after.id);
  const [params] = useSearchParams();
  if (!next) return null;
  const search = new URLSearchParams(params);
  search.set("open", String(next.id));
  return (
    <Link className="btn btn--line btn--sm" to={`?${search}`} replace>
      Yêu cầu tiếp theo: #{next.id}, {next.customer_name}
      <Icon icon={ArrowRight} />
    </Link>
  );
}

function useNext(id: number): StaffRequest | undefined {
  const first = { skip: 0, limit: 2 };
  const own = useRead("GET /api/staff/requests", { query: { scope: "open", ...first } }, loadErrors);
  const ownNext = own.data?.data.items.find((each) => each.id !== id);
  const isDone = own.isSuccess && !ownNext;
  const pool = useRead(
    "GET /api/staff/requests",
    { query: { scope: "available", ...first } },
    { ...loadErrors, enabled: isDone },
  );
  return ownNext ?? (isDone ? pool.data?.data.items.find((each) => each.id !== id) : undefined);
}
