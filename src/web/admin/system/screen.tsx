import type { ReactNode } from "react";
import { type QueueTopic, type SystemInfo, systemLimits } from "#contract/system.ts";
import { agoTime, shortDateTime } from "../../lib/dates.ts";
import { fileSize } from "../../lib/file-size.ts";
import { groupedNumber, longTime } from "../../lib/format.ts";
import { Badge } from "../../resource/controls/badge.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { ListBody } from "../../resource/list/list-body.tsx";
import { PageHeader } from "../../resource/list/page-header.tsx";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { useNow } from "../../resource/use-now.ts";
import { Skeleton } from "../../ui/states.tsx";
import styles from "./screen.module.css";
import { topicNames } from "./topic-names.ts";

const engines: Record<SystemInfo["database"]["engine"], string> = { sqlite: "SQLite", postgres: "PostgreSQL" };

export default function SystemScreen() {
  const query = useRead(
    "GET /api/admin/system",
    {},
    { fallback: "Không thể tải tình trạng hệ thống", unreachable: "Có lỗi xảy ra khi kết nối đến server" },
  );
  return (
    <>
      <PageHeader title="Hệ thống" summary="Tình trạng của máy chủ đang trả lời bạn">
        <RefreshButton refreshes={["/api/admin/system"]} />
      </PageHeader>
      <ListBody query={query} isEmpty={() => false} empty={{ title: "" }} skeleton={<SystemSkeleton />}>
        {({ data }) => <Panels info={data} />}
      </ListBody>
    </>
  );
}

function Panels({ info }: { info: SystemInfo }) {
  const now = useNow();
  const { version, node_version, started_at, memory, database, disk, recordings, queue, last_backup } = info;
  return (
    <div className={styles.system}>
      <Panel id="may-chu" title="Máy chủ">
        <Facts
          facts={{
            "Phiên bản": version,
            "Node.js": node_version,
            "Khởi động": shortDateTime(started_at),
            "Đã chạy": longTime((now - Date.parse(started_at)) / 1000),
            "Bộ nhớ": `${fileSize(memory.resident)} trên ${fileSize(memory.total)}`,
            "Bộ nhớ JavaScript": `${fileSize(memory.heap_used)} trên ${fileSize(memory.heap_total)}`,
          }}
        />
      </Panel>
      <Panel id="du-lieu" title="Dữ liệu">
        <Facts
          facts={{
            "Cơ sở dữ liệu": `${engines[database.engine]} ${database.version}`,
            "Dung lượng": fileSize(database.bytes),
            "Ổ đĩa còn trống": disk ? <DiskSpace disk={disk} /> : "Không đọc được",
            "File tham khảo chờ nhận": recordings ? <Recordings recordings={recordings} /> : "Không đọc được",
            "Sao lưu gần nhất": <LastBackup backup={last_backup} now={now} />,
          }}
        />
      </Panel>
      <Panel id="viec-nen" title="Việc nền">
        {queue.length === 0 ? <p className="muted">Không có việc nào đang chờ.</p> : <Queue queue={queue} now={now} />}
      </Panel>
    </div>
  );
}

function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={`card ${styles.panel}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="dl">
      {Object.entries(facts).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function DiskSpace({ disk: { free, total } }: { disk: NonNullable<SystemInfo["disk"]> }) {
  return (
    <span className={styles.fact}>
      {fileSize(free)} trên {fileSize(total)}
      {free < total * systemLimits.freeDisk && <Badge kind="danger">Sắp đầy</Badge>}
    </span>
  );
}

function Recordings({ recordings: { bytes, max } }: { recordings: NonNullable<SystemInfo["recordings"]> }) {
  return (
    <span className={styles.fact}>
      {fileSize(bytes)} trên {fileSize(max)}
      {bytes >= systemLimits.recordings * max && <Badge kind="danger">Sắp đầy</Badge>}
    </span>
  );
}

function LastBackup({ backup, now }: { backup: SystemInfo["last_backup"]; now: number }) {
  if (!backup) {
    return (
      <span className={styles.fact}>
        <Badge kind="warning">Chưa có bản nào</Badge>
        <span>
          Chạy <code>npm run backup</code> trên máy chủ, và đặt lịch chạy mỗi đêm.
        </span>
      </span>
    );
  }
  const { finished_at, bytes, missing_files } = backup;
  return (
    <span className={styles.fact}>
      <time dateTime={finished_at}>
        {agoTime(finished_at, now)} · {shortDateTime(finished_at)} ({fileSize(bytes)})
      </time>
      {now - Date.parse(finished_at) > systemLimits.backupMs && <Badge kind="warning">Đã cũ</Badge>}
      {missing_files > 0 && <Badge kind="warning">Thiếu {groupedNumber(missing_files)} file</Badge>}
    </span>
  );
}

function Queue({ queue, now }: { queue: readonly QueueTopic[]; now: number }) {
  return (
    <ul className={`lined ${styles.queue}`}>
      {queue.map(({ topic, waiting, running, failed, oldest_at }) => (
        <li key={topic}>
          <span>
            {topicNames[topic] ?? topic} {topicNames[topic] && <small className="muted">{topic}</small>}
          </span>
          <span className={`${styles.fact} num`}>
            {groupedNumber(waiting)} đang chờ · {groupedNumber(running)} đang chạy
            {oldest_at && ` · cũ nhất ${agoTime(oldest_at, now)}`}
            {failed > 0 && <Badge kind="danger">{groupedNumber(failed)} thất bại</Badge>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function SystemSkeleton() {
  return (
    <div className={styles.system}>
      <Skeleton className={styles.skeleton} />
      <Skeleton className={styles.skeleton} />
    </div>
  );
}
