import { type BinEntity, binDays } from "#contract/bin.ts";
import { useRead } from "../data/queries.ts";
import { factTexts } from "./bin-facts.ts";

/** What a deletion takes along, below its question. Numbers that can't be read are left out: the deletion can be undone. */
export function GoesAlong({ entity, id }: { entity: BinEntity; id: number }) {
  const read = useRead("GET /api/admin/bin/preview", { query: { entity, id } });
  const texts = read.isPlaceholderData ? [] : factTexts(read.data?.data ?? {});
  return (
    <>
      {texts.length > 0 && <p>Đi cùng: {texts.join(", ")}.</p>}
      <p>Nằm trong thùng rác {binDays} ngày, khôi phục được.</p>
    </>
  );
}
