import type { Activity, ActivityAction, ActivityEntity } from "#contract/dashboard.ts";
import { entities, pathOf } from "#contract/entities.ts";
import { groupedNumber } from "../../lib/format.ts";
import { findAdminScreen } from "../routes.ts";

export interface ActivityMessage {
  actor: string;
  /** `đã sửa bài hát`; carries the link if `target` is undefined. */
  action: string;
  target: string | undefined;
  /** Undefined if the record is deleted or has no page. */
  href: string | undefined;
}

const actors = { admin: "Quản trị viên", staff: "Nhân viên", system: "" } as const;
const verbs: Record<ActivityAction, string> = {
  create: "thêm",
  update: "sửa",
  delete: "xóa",
  restore: "khôi phục",
  login: "đăng nhập",
};
const phrases: Partial<Record<`${ActivityAction} ${ActivityEntity}`, string>> = {
  "create file": "tải lên file",
  "update settings": "lưu cấu hình",
  "update outbox": "cho chạy lại việc nền",
  "create second_factor": "bật xác thực hai bước cho",
  "update second_factor": "tạo mã khôi phục mới cho",
  "delete second_factor": "tắt xác thực hai bước của",
  "delete bin": "dọn thùng rác:",
  "update delivery": "gửi lại thông báo",
};

/** Returns the message of an audit entry. */
export function activityMessage(activity: Activity): ActivityMessage {
  const { actor_kind, actor_name, entity, entity_id, summary } = activity;
  const actor = `${actors[actor_kind]} ${actor_name}`.trim();
  // An entry of before bulk jobs tells of many songs: its summary holds verb and titles.
  if (entity === "song" && entity_id === null) {
    const action = `đã ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
    return { actor, action, target: undefined, href: entities.song.path };
  }
  return {
    actor,
    action: `đã ${predicateOf(activity)}`,
    target: activity.action === "login" ? undefined : targetOf(activity),
    href: hrefOf(activity),
  };
}

/** The trail names users by number; the present name stands in its place while the account exists. */
function targetOf({ entity, summary, name_now }: Activity): string {
  return entity === "user" && name_now !== null ? summary.replace(/^số \d+/, () => name_now) : summary;
}

function predicateOf({ action, entity }: Activity): string {
  if (action === "login") return verbs.login;
  return phrases[`${action} ${entity}`] ?? `${verbs[action]} ${entities[entity].noun}`;
}

/** Screens that open a record by `?open=ID`. */
const opening: readonly ActivityEntity[] = ["song", "order", "song_request", "transfer"];

function hrefOf({ entity, entity_id, name_now }: Activity): string | undefined {
  const path = pathOf(entity);
  if (name_now === null || path === undefined || !findAdminScreen(path)) return undefined;
  if (entity === "user") return `${path}/${entity_id}`;
  if (opening.includes(entity)) return `${path}?open=${entity_id}`;
  return path;
}

/** Entries of one job: the same done to things of one kind, by one person within a short time. */
export interface ActivityJob {
  /** The newest first; all alike but for what they tell of. */
  entries: readonly [Activity, ...Activity[]];
}

/** Milliseconds between two entries of one job. */
const jobPause = 10 * 60_000;

/** Names of a job that are told. */
const shownNames = 2;

/** Returns entries, the newest first, by their jobs. Files that were uploaded for other entries of their job are left out of it. */
export function activityJobs(activities: readonly Activity[]): ActivityJob[] {
  const runs: { jobs: [Activity, ...Activity[]][]; last: Activity }[] = [];
  for (const activity of activities) {
    const { actor_kind, actor_name, action, entity, created_at } = activity;
    let run = runs.findLast(({ last }) => last.actor_kind === actor_kind && last.actor_name === actor_name);
    if (!run || Date.parse(run.last.created_at) - Date.parse(created_at) > jobPause) {
      run = { jobs: [], last: activity };
      runs.push(run);
    }
    run.last = activity;
    const job = run.jobs.find(
      ([one]) => one.action === action && one.entity === entity && isOfMany(one) === isOfMany(activity),
    );
    if (job && !isOfMany(activity)) job.push(activity);
    else run.jobs.push([activity]);
  }
  return runs.flatMap(({ jobs }) => {
    const others = jobs.filter(([{ action, entity }]) => !(action === "create" && entity === "file"));
    return (others.length > 0 ? others : jobs).map((entries) => ({ entries }));
  });
}

/** Whether an entry tells of many songs, in words of its own. */
const isOfMany = ({ entity, entity_id }: Activity) => entity === "song" && entity_id === null;

/** Returns the message of a job. */
export function jobMessage({ entries }: ActivityJob): ActivityMessage {
  const [newest, ...others] = entries;
  const message = activityMessage(newest);
  if (others.length === 0) return message;
  const { action, entity } = newest;
  const count = groupedNumber(entries.length);
  if (action === "login") return { ...message, action: `${message.action} ${count} lần` };
  const phrase = phrases[`${action} ${entity}`];
  const what = phrase === undefined ? `${verbs[action]} ${count} ${entities[entity].noun}` : `${phrase} (${count} lần)`;
  const path = pathOf(entity);
  const href = path !== undefined && findAdminScreen(path) ? path : undefined;
  const names = [...new Set(entries.map(targetOf))];
  const named = `${names.slice(0, shownNames).join(", ")}${names.length > shownNames ? "…" : ""}`;
  return { actor: message.actor, action: `đã ${what}: ${named}`, target: undefined, href };
}
