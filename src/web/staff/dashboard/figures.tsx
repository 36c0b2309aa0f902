import type { MemberFigures, StaffFigures } from "#contract/staff-figures.ts";
import { useRead } from "../../resource/data/queries.ts";
import { loadErrors } from "./desk-calls.ts";
import styles from "./figures.module.css";

const endpoint = "GET /api/staff/requests/figures";

/** The member's own figures, in a line below the cards; nothing while they can't be read. */
export function OwnFigures() {
  const own = useRead(endpoint, {}, loadErrors).data?.data.own;
  if (!own) return null;
  return (
    <dl className={styles.figures} aria-label="Số liệu của tôi">
      {figuresOf(own).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function figuresOf({ open, late, delivered, delivered_this_month, changes_per_song, days_needed }: StaffFigures) {
  return [
    { label: "Đang làm", value: String(open) },
    { label: "Trễ hạn", value: String(late) },
    { label: "Giao tháng này", value: String(delivered_this_month) },
    { label: "Đã giao", value: String(delivered) },
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
