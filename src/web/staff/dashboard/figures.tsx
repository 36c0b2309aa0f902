import type { MemberFigures, StaffFigures } from "#contract/staff-figures.ts";
import { useRead } from "../../resource/data/queries.ts";
import type { Sums } from "../../resource/resource.ts";
import { loadErrors } from "./desk-calls.ts";
import styles from "./figures.module.css";

const endpoint = "GET /api/staff/requests/figures";

/** The member's own figures, below the list. */
export const ownFigures: Sums = {
  label: "Số liệu của tôi",
  endpoint,
  isUnfiltered: true,
  sums: ({ own }) => (own ? figuresOf(own) : []),
  ...loadErrors,
};

function figuresOf({ late, delivered, delivered_this_month, changes_per_song, days_needed }: StaffFigures) {
  return [
    { label: "Trễ hạn", value: late },
    { label: "Giao tháng này", value: delivered_this_month },
    { label: "Đã giao", value: delivered },
    { label: "Lần sửa mỗi bài", value: decimal(changes_per_song) },
    { label: "Ngày làm mỗi bài", value: decimal(days_needed) },
  ];
}

/** The figures of each member, for supervisors; nothing while they can't be read. */
export function TeamFigures() {
  const members = useRead(endpoint, {}, loadErrors).data?.data.members;
  if (!members || members.length === 0) return null;
  return (
    <table className={styles.team}>
      <caption>Bài đã giao</caption>
      <thead>
        <tr>
          <th scope="col">Thành viên</th>
          <th scope="col">Tháng này</th>
          <th scope="col">Tất cả</th>
          <th scope="col">Lần sửa mỗi bài</th>
          <th scope="col">Ngày làm mỗi bài</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Member key={member.id} member={member} />
        ))}
      </tbody>
    </table>
  );
}

function Member({ member: { full_name, ...figures } }: { member: MemberFigures }) {
  return (
    <tr>
      <th scope="row">{full_name}</th>
      <td className="num">{figures.delivered_this_month}</td>
      <td className="num">{figures.delivered}</td>
      <td className="num">{decimal(figures.changes_per_song)}</td>
      <td className="num">{decimal(figures.days_needed)}</td>
    </tr>
  );
}

/** `1,4`; a dash for a mean of nothing. */
const decimal = (mean: number | null) => (mean === null ? "–" : String(mean).replace(".", ","));
