import type { ReactNode } from "react";
import { groupedNumber } from "../../../lib/format.ts";
import { Link } from "../../../ui/link.tsx";
import { brand, routes } from "../../routes.ts";
import styles from "./questions.module.css";

/** A buyer's questions before paying; the help page answers at length. @param songCount of Premium songs; undefined while it is not known */
export function Questions({ songCount }: { songCount: number | undefined }) {
  const today = songCount ? `${groupedNumber(songCount)} bài hôm nay: m` : "M";
  const contact = <Link to={routes.contact.path}>trang liên hệ</Link>;
  return (
    <section className="section wrap">
      <div className="section__head">
        <h2>Trước khi bạn trả tiền</h2>
        <Link className="link" to={`${routes.help.path}#mua-premium`}>
          Câu hỏi khác
        </Link>
      </div>
      <div className={styles.questions}>
        <Question title="Tôi nghe được bao nhiêu bài?">
          {today}ọi bài có dấu vương miện trong thư viện, kể cả bài mới, và tải được từng bài về máy. Những bài còn lại
          ai cũng nghe được, không mất tiền.
        </Question>
        <Question title="Tôi trả tiền cho ai?">
          Cho {brand}, bằng chuyển khoản, theo hướng dẫn trên đơn hàng. Thấy tiền về là chúng tôi mở Premium, chậm nhất
          trong 1 đến 24 giờ làm việc. Bạn cần hỏi thì có người trả lời ở {contact}.
        </Question>
        <Question title="Chuyển nhầm thì sao?">
          Chuyển nhầm tiền, hoặc đã chuyển mà đơn bị hủy, bạn viết cho chúng tôi ở {contact}, kèm mã đơn và giờ chuyển.
          Đơn được hoàn tiền thì bạn nhận email báo.
        </Question>
        <Question title="Hết hạn thì sao?">
          Không có gì tự gia hạn hay tự trừ tiền. Tài khoản trở lại bình thường: bạn vẫn nghe mọi bài khác, lượt thích
          vẫn còn. Mua thêm khi còn hạn thì thời gian được cộng nối.
        </Question>
      </div>
    </section>
  );
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  );
}
