/** The bulk jobs of a list that the person began: how far they are, what became of their rows, undo. They survive a reload. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { type BulkEntity, type BulkJob, type BulkRowState, bulkKinds } from "#contract/bulk.ts";
import { groupedNumber } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { useArea } from "../area/area.ts";
import { Banner } from "../controls/banner.tsx";
import { useConfirm } from "../controls/confirm.tsx";
import { useAreaToast } from "../controls/toast.tsx";
import { errorMessage, readOptions, refresh, useRead, useSend } from "../data/queries.ts";
import type { BulkAction } from "../resource.ts";
import styles from "./bulk.module.css";

const lookEveryMs = 1_000;
const shownRows = 100;
const messages = { fallback: "Không đọc được kết quả của thao tác hàng loạt", unreachable: "Lỗi kết nối" };
const failed = { fallback: "Có lỗi xảy ra, vui lòng thử lại", unreachable: "Lỗi kết nối" };

interface BulkJobsProps {
  noun: string;
  actions: readonly BulkAction[];
  /** Path prefixes to read again when a job ends. */
  refreshes: readonly string[];
  /** The rows have details, under `?open=ID`. */
  hasDetails: boolean;
}

export function BulkJobs({ actions, ...props }: BulkJobsProps) {
  const [first] = actions;
  return first ? <Jobs entity={bulkKinds[first.kind]} actions={actions} {...props} /> : null;
}

function Jobs({ entity, noun, actions, refreshes, hasDetails }: BulkJobsProps & { entity: BulkEntity }) {
  const { kind: as } = useArea();
  const client = useQueryClient();
  const toast = useAreaToast();
  const undo = useUndo(refreshes);
  const { data } = useQuery({
    ...readOptions(as, "GET /api/admin/bulk", { query: { entity } }, messages),
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? lookEveryMs : false),
  });
  const jobs = data?.data ?? [];
  const endedBefore = useRef<ReadonlySet<string>>(undefined);
  const ended = useEffectEvent((job: BulkJob) => {
    void refresh(client, refreshes);
    const isClean = job.refused === 0 && job.state === "done";
    toast(
      endText(job, actions, noun),
      isClean ? undefined : "danger",
      job.can_undo ? { label: "Hoàn tác", onPress: () => void undo(job) } : undefined,
    );
  });
  useEffect(() => {
    if (!data) return;
    const now = data.data.filter((job) => !isRunning(job));
    // A short job is never seen running: it is new since the look before.
    if (endedBefore.current) for (const job of now) if (!endedBefore.current.has(endOf(job))) ended(job);
    endedBefore.current = new Set(now.map(endOf));
  }, [data]);
  if (jobs.length === 0) return null;
  return (
    <ul className={styles.jobs} aria-label="Thao tác hàng loạt">
      {jobs.map((job) => (
        <li key={job.id} className={styles.job}>
          <Job job={job} noun={noun} actions={actions} refreshes={refreshes} hasDetails={hasDetails} />
        </li>
      ))}
    </ul>
  );
}

const isRunning = ({ state }: BulkJob) => state === "running";

/** Tells one end of a job from another: a stopped one goes on and ends again. */
const endOf = ({ id, state }: BulkJob) => `${id} ${state}`;

/** Returns the function that takes a job back by another job. */
function useUndo(refreshes: readonly string[]) {
  const send = useSend(["/api/admin/bulk", ...refreshes]);
  const toast = useAreaToast();
  return async ({ id }: Pick<BulkJob, "id">) => {
    try {
      await send("POST /api/admin/bulk/{id}/undo", { params: { id } }, failed);
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  };
}

interface JobProps extends BulkJobsProps {
  job: BulkJob;
}

function Job({ job, noun, actions, refreshes, hasDetails }: JobProps) {
  const [isOpen, setIsOpen] = useState(false);
  const send = useSend(["/api/admin/bulk", ...refreshes]);
  const undo = useUndo(refreshes);
  const confirm = useConfirm();
  const toast = useAreaToast();
  const verb = verbOf(job, actions);
  const lookAt = actions.find((action) => action.kind === job.kind)?.lookAt;
  const done = job.total - job.waiting;

  async function run(step: "stop" | "resume" | "dismiss") {
    try {
      await send(`POST /api/admin/bulk/{id}/${step}`, { params: { id: job.id } }, failed);
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }
  async function askUndo() {
    const isConfirmed = await confirm({
      title: "Hoàn tác?",
      text: `${groupedNumber(job.changed)} ${noun} đã ${verb} trở lại như trước. Những dòng đã được thay đổi sau đó giữ nguyên.`,
      action: "Hoàn tác",
    });
    if (isConfirmed) await undo(job);
  }

  if (isRunning(job)) {
    const label = `Đang ${verb}: ${groupedNumber(done)}/${groupedNumber(job.total)} ${noun}`;
    return (
      <>
        <p className={`${styles.text} num`} role="status">
          {label}
        </p>
        <button type="button" className="btn btn--line btn--sm" onClick={() => void run("stop")}>
          Dừng
        </button>
        <progress className={styles.progress} max={job.total} value={done} aria-label={label} />
      </>
    );
  }
  return (
    <>
      <p className={`${styles.text} num`} role="status">
        {resultOf(job, actions, noun)}
      </p>
      {job.refused > 0 && (
        <button
          type="button"
          className="btn btn--line btn--sm"
          aria-expanded={isOpen}
          onClick={() => setIsOpen((wasOpen) => !wasOpen)}
        >
          {isOpen ? "Ẩn lý do" : "Xem lý do"}
        </button>
      )}
      {job.leftover !== null && lookAt && (
        <Link className="btn btn--line btn--sm" to={lookAt}>
          Xem
        </Link>
      )}
      {job.state === "stopped" && job.stopped > 0 && (
        <button type="button" className="btn btn--line btn--sm" onClick={() => void run("resume")}>
          Làm tiếp {groupedNumber(job.stopped)} {noun}
        </button>
      )}
      {job.can_undo && (
        <button type="button" className="btn btn--line btn--sm" onClick={() => void askUndo()}>
          Hoàn tác
        </button>
      )}
      <button
        type="button"
        className="ibtn ibtn--sm"
        aria-label={`Ẩn kết quả: ${verb}`}
        onClick={() => void run("dismiss")}
      >
        <Icon icon={X} />
      </button>
      {isOpen && <Refused job={job} state="refused" noun={noun} hasDetails={hasDetails} />}
    </>
  );
}

interface RefusedProps {
  job: BulkJob;
  state: BulkRowState;
  noun: string;
  hasDetails: boolean;
}

/** The refused rows with their reasons. */
function Refused({ job, state, noun, hasDetails }: RefusedProps) {
  const [params] = useSearchParams();
  const read = useRead(
    "GET /api/admin/bulk/{id}/rows",
    { params: { id: job.id }, query: { state, limit: String(shownRows) } },
    messages,
  );
  if (read.error) return <Banner kind="danger">{errorMessage(read.error)}</Banner>;
  const more = job.refused - shownRows;
  const linkTo = (id: number, name: string): ReactNode => {
    if (!hasDetails) return <b>{name}</b>;
    const query = new URLSearchParams(params);
    query.set("open", String(id));
    return (
      <Link to={`?${query}`} preventScrollReset>
        {name}
      </Link>
    );
  };
  return (
    <ul className={`${styles.names} ${styles.refused}`}>
      {(read.data?.data ?? []).map(({ id, name, message }) => (
        <li key={id}>
          {name === null ? `Số ${id}` : linkTo(id, name)}: {message}
        </li>
      ))}
      {more > 0 && (
        <li>
          và {groupedNumber(more)} {noun} khác
        </li>
      )}
    </ul>
  );
}

/** Returns what a job does, in words: `xác nhận`; of one that takes another back, `hoàn tác: xác nhận`. */
function verbOf({ kind, is_undo }: BulkJob, actions: readonly BulkAction[]): string {
  const verb = actions.find((action) => action.kind === kind)?.verb ?? "thay đổi";
  return is_undo ? `hoàn tác: ${verb}` : verb;
}

/** Returns that a job has ended, in words for a message that goes away: `Xong: xác nhận đơn hàng`. The figures stay in the list. */
function endText(job: BulkJob, actions: readonly BulkAction[], noun: string): string {
  const partly = job.refused > 0 ? "Xong, có dòng không được" : "Xong";
  return `${job.state === "stopped" ? "Đã dừng" : partly}: ${verbOf(job, actions)} ${noun}`;
}

/** Returns the result of a job in words: `Đã xác nhận 38 đơn hàng, 1 vốn đã như vậy, 1 giữ nguyên, 5 chưa có tài khoản`. */
function resultOf(job: BulkJob, actions: readonly BulkAction[], noun: string): string {
  const { changed, unchanged, refused, stopped, leftover } = job;
  const part = (count: number, text: string) => count > 0 && `${groupedNumber(count)} ${text}`;
  return [
    `${job.state === "stopped" ? "Đã dừng. Đã" : "Đã"} ${verbOf(job, actions)} ${groupedNumber(changed)} ${noun}`,
    part(unchanged, "vốn đã như vậy"),
    part(refused, "không được"),
    part(stopped, "chưa làm"),
    leftover,
  ]
    .filter(Boolean)
    .join(", ");
}
