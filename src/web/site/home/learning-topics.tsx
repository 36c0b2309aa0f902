import { groupedNumber } from "../../lib/format.ts";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { categoryHref } from "../library-url.ts";
import { routes } from "../routes.ts";
import { greetingOf } from "./greeting.ts";
import styles from "./learning-topics.module.css";
import type { LearningTopic } from "./load-home.ts";
import { SectionHead } from "./section-head.tsx";

export function LearningTopics({ topics }: { topics: readonly LearningTopic[] | undefined }) {
  if (topics?.length === 0) return null;
  return (
    <section className="section wrap">
      <SectionHead
        title="Học ngoại ngữ qua âm nhạc"
        text="Mỗi bài gói một chủ đề. Nghe vài lần là nhớ, vì giai điệu nhớ hộ bạn."
        more={{ route: routes.educational, label: "Tất cả chủ đề" }}
      />
      {topics ? (
        <ul className={styles.topics}>
          {topics.map((topic) => (
            <Topic key={topic.id} topic={topic} />
          ))}
        </ul>
      ) : (
        <TopicsSkeleton />
      )}
    </section>
  );
}

function Topic({ topic: { id, name, song_count } }: { topic: LearningTopic }) {
  const greeting = greetingOf(name);
  return (
    <li>
      <Link to={categoryHref(id)}>
        {greeting ? <strong lang={greeting.lang}>{greeting.word}</strong> : <strong>{name}</strong>}
        <span className={styles.details}>
          {greeting && <b>{name}</b>}
          <span className="num">{groupedNumber(song_count)} bài hát</span>
        </span>
      </Link>
    </li>
  );
}

function TopicsSkeleton() {
  return (
    <div className={styles.topics} aria-busy="true">
      <span className="sr">Đang tải chủ đề</span>
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className={styles.skeleton}>
          <Skeleton style={{ width: "min(5em, 50%)", height: "1.2em" }} />
          <Skeleton style={{ width: "5rem", height: "1rem" }} />
        </div>
      ))}
    </div>
  );
}
