/** What the audit trail says, in words. */
import type { Activity, ActivityAction, ActivityEntity } from "#contract/dashboard.ts";
import { config, genres, type Screen, screenAt, songs, support } from "../screens.ts";

export interface Sentence {
  who: string;
  /** `đã sửa bài hát` */
  did: string;
  /** What it was about; none where the rest says it all, and leads there. */
  name: string | undefined;
  /** Where the thing is kept; none when it is gone. */
  href: string | undefined;
}

const actors = { admin: "Quản trị viên", staff: "Nhân viên", system: "" } as const;
const verbs: Record<ActivityAction, string> = { create: "thêm", update: "sửa", delete: "xóa", login: "đăng nhập" };
const nouns: Record<ActivityEntity, string> = {
  song: "bài hát",
  category: "thể loại",
  user: "người dùng",
  admin: "quản trị viên",
  file: "file",
  settings: "cấu hình",
  support: "liên hệ hỗ trợ",
};
/** Where several ways to say it are more natural than verb and noun. */
const particular: Partial<Record<`${ActivityAction} ${ActivityEntity}`, string>> = {
  "create file": "tải lên file",
  "update settings": "lưu cấu hình",
  "update admin": "đặt lại mật khẩu của quản trị viên",
};
const screens: Partial<Record<ActivityEntity, Screen>> = { song: songs, category: genres, settings: config, support };

/** Who did what to which thing. */
export function sentenceOfActivity(activity: Activity): Sentence {
  const { actor_kind, actor_name, action, entity, entity_id, summary } = activity;
  const who = `${actors[actor_kind]} ${actor_name}`.trim();
  // Many songs at once: the entry says by itself what was done to which.
  if (entity === "song" && entity_id === null) {
    return { who, did: `đã ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`, name: undefined, href: songs.path };
  }
  return {
    who,
    did: `đã ${action === "login" ? verbs.login : (particular[`${action} ${entity}`] ?? `${verbs[action]} ${nouns[entity]}`)}`,
    name: action === "login" ? undefined : summary,
    href: hrefOf(activity),
  };
}

function hrefOf({ entity, name_now }: Activity): string | undefined {
  const path = screens[entity]?.path;
  if (name_now === null || path === undefined || !screenAt(path)) return undefined;
  return entity === "song" ? `${path}?${new URLSearchParams({ q: name_now })}` : path;
}
