/** The search over all that the back office manages, by the searches of its lists. */
import { type FindKind, type FoundRecord, findKinds, foundOfKind } from "#contract/find.ts";
import { fold } from "#contract/fold.ts";
import { readOrderSearch } from "#contract/order-search.ts";
import type { Payable } from "#contract/payments.ts";
import type { Staff } from "#server/features/accounts/staff/staff.service.ts";
import type { Users } from "#server/features/accounts/users/users.service.ts";
import type { Categories } from "#server/features/catalogue/categories.service.ts";
import type { SongReading } from "#server/features/catalogue/song-reading.service.ts";
import type { Payables } from "#server/features/payments/payables-port.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { dong } from "#server/platform/money.ts";

export interface FindDeps {
  orders: Pick<Payables, "search">;
  requests: Pick<Payables, "search">;
  users: Pick<Users, "list">;
  staff: Pick<Staff, "members">;
  songs: Pick<SongReading, "list">;
  categories: Pick<Categories, "list">;
}

type FoundRow = Omit<FoundRecord, "kind">;

/** Letters from which on names are searched; shorter texts would find nearly everything. */
const minLetters = 2;
/** Letters that a name may have in a search. */
const maxLetters = 200;
/** Kinds whose screens an accountant may open. */
const accountantKinds: readonly FindKind[] = ["order", "user"];
const coded: readonly FindKind[] = ["order", "request"];

/** Returns the records that a text finds, at most five of a kind, orders first. Codes in the text find their records alone. */
export type Find = (caller: OfficeCaller, text: string) => Promise<FoundRecord[]>;

export function createFind({ orders, requests, users, staff, songs, categories }: FindDeps): Find {
  const page = { skip: 0, limit: foundOfKind };
  const searches: Readonly<Record<FindKind, (text: string, caller: OfficeCaller) => Promise<FoundRow[]>>> = {
    order: async (text) => (await orders.search(text, foundOfKind)).map(payable),
    request: async (text) => (await requests.search(text, foundOfKind)).map(payable),
    async user(search) {
      const { rows } = await users.list({ search, sort_by: "created_at", ...page });
      return rows.map(({ id, username, email, full_name }) => ({
        id,
        title: username,
        detail: full_name ? `${full_name} · ${email}` : email,
      }));
    },
    async song(text, caller) {
      const search = fold(text);
      if (search === "") return [];
      const { rows } = await songs.list(caller, { search, ...page });
      return rows.map(({ id, title, artist, is_active, lyrics_hit: hit }) => ({
        id,
        title,
        detail: [artist, hit && `“${hit.before}${hit.found}${hit.after}”`, is_active ? "" : "Đang ẩn"]
          .filter(Boolean)
          .join(" · "),
      }));
    },
    async category(text, caller) {
      const rows = await categories.list(caller);
      return rows
        .filter(({ name }) => holds(name, text))
        .map(({ id, name, is_active }) => ({ id, title: name, detail: is_active ? "" : "Đang ẩn" }));
    },
    async staff(text) {
      const rows = await staff.members();
      return rows
        .filter(({ full_name, username, email, phone }) => holds([full_name, username, email, phone].join(" "), text))
        .map(({ id, full_name, username, is_active }) => ({
          id,
          title: full_name,
          detail: is_active ? username : `${username} · Đã nghỉ`,
        }));
    },
  };

  return async (caller, text) => {
    const kinds = wanted(text).filter((kind) => caller.kind === "admin" || accountantKinds.includes(kind));
    const found = await Promise.all(
      kinds.map(async (kind) =>
        (await searches[kind](text, caller)).slice(0, foundOfKind).map((row) => ({ kind, ...row })),
      ),
    );
    return found.flat();
  };
}

/** Returns the kinds that a text may name. */
function wanted(text: string): readonly FindKind[] {
  const isNumber = /^#\s*\d+$/.test(text);
  if (fold(text).length < minLetters) return [];
  const { kind } = readOrderSearch(text);
  return isNumber || kind === "codes" || text.length > maxLetters ? coded : findKinds;
}

function holds(name: string, text: string): boolean {
  const folded = fold(text);
  return folded !== "" && fold(name).includes(folded);
}

function payable({ id, code, customer_name, price, state_text }: Payable): FoundRow {
  return { id, title: code, detail: `${customer_name} · ${dong(price)} · ${state_text}` };
}
