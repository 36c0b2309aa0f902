import { codePrefixes, readOrderSearch } from "#contract/order-search.ts";
import { dong } from "../../lib/format.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { Link } from "../../ui/link.tsx";

/** Tells what was recognised in a search: codes, a mistyped code, an amount; nothing for a text. */
export function SearchNote({ search }: { search: string }) {
  const found = readOrderSearch(search);
  if (found.kind === "text") return null;
  if (found.kind === "amount") return <Banner kind="info">Tìm các đơn có số tiền {dong(found.amount)}.</Banner>;
  if (found.kind === "similar") {
    return (
      <Banner kind="warning">
        Mã {found.typed} không đúng: có một ký tự sai hoặc bị đổi chỗ. Mã gần giống: các đơn dưới đây.
      </Banner>
    );
  }
  const requests = found.codes.filter((code) => code.startsWith(codePrefixes.request));
  return (
    <Banner kind="info">
      Tìm theo mã {found.codes.join(", ")} có trong đoạn đã nhập.
      {requests.map((code) => (
        <p key={code}>
          {code} là mã của một yêu cầu sáng tác. <Link to={`/admin/requests?q=${code}`}>Tìm yêu cầu này</Link>
        </p>
      ))}
    </Banner>
  );
}
