import { useRead } from "../../resource/data/queries.ts";
import { Link } from "../../ui/link.tsx";

/** The name of an account with the way to its page; its number while the name is not known, or the account is deleted. */
export function AccountLink({ id }: { id: number }) {
  const account = useRead("GET /api/admin/users/{id}", { params: { id } });
  const name = account.data?.data.id === id ? account.data.data.username : undefined;
  if (name === undefined) return `Số ${id}`;
  return <Link to={`/admin/users/${id}`}>{name}</Link>;
}
