import type { SongRequest } from "#contract/requests.ts";
import { Badge } from "../resource/controls/badge.tsx";

/** How many changes the customer asked for, of those that the price includes; nothing before the first one. */
export function ChangesBadge({
  request: { changes_done, free_changes },
}: {
  request: Pick<SongRequest, "changes_done" | "free_changes">;
}) {
  if (changes_done === 0) return null;
  return (
    <>
      <Badge>{`Đã sửa ${changes_done}/${free_changes} lần`}</Badge>
      {changes_done > free_changes && (
        <Badge hasDot kind="danger" title="Báo giá cho khách rồi hãy sửa">
          Ngoài số lần miễn phí
        </Badge>
      )}
    </>
  );
}
