/** Saved views of lists: the tab, filters, search, sort, size, view and columns of a list under a name, for one account or for all. */
import { z } from "zod";
import { Done, type Endpoints, Id, IdParams, type Role } from "./endpoint.ts";
import { name, yesNo } from "./fields.ts";
import { SeenVersion, Version } from "./version.ts";

/** The screens whose lists have saved views, by their paths, with the roles that may open them. */
export const viewScreens = {
  "/admin/songs": ["admin"],
  "/admin/genres": ["admin"],
  "/admin/requests": ["admin"],
  "/admin/users": ["admin", "accountant"],
  "/admin/staff": ["admin"],
  "/admin/administrators": ["admin"],
  "/admin/premium": ["admin", "accountant"],
  "/admin/orders": ["admin", "accountant"],
  "/admin/payments": ["admin", "accountant"],
  "/admin/support": ["admin"],
  "/admin/deliveries": ["admin"],
  "/admin/bin": ["admin"],
  "/admin/history": ["admin"],
  "/staff/dashboard": ["staff"],
} as const satisfies Record<string, readonly Role[]>;
export type ViewScreen = keyof typeof viewScreens;
export const ViewScreen = z.enum(Object.keys(viewScreens) as [ViewScreen, ...ViewScreen[]], "Màn hình không hợp lệ");

/** Whether the list at a path has saved views. */
export function hasViews(path: string): path is ViewScreen {
  return Object.hasOwn(viewScreens, path);
}

export const viewNameLength = 60;
/** Views that one account keeps for itself on one screen, and those of a screen that all have. */
export const maxViews = 50;
/** Letters of all names and values of a view's query. */
const maxQueryLength = 4_000;

const wrongQuery = "Bộ lọc của dạng xem không hợp lệ";
/** The query of the list's URL. The screen reads it as it reads its URL: what it does not know any more counts as none. */
export const ViewQuery = z
  .record(z.string().regex(/^[a-z][a-z_-]{0,29}$/, wrongQuery), z.string(wrongQuery).max(1_000, wrongQuery), wrongQuery)
  .refine((query) => Object.keys(query).length <= 40 && JSON.stringify(query).length <= maxQueryLength, wrongQuery);
export type ViewQuery = z.output<typeof ViewQuery>;

const ViewName = name(viewNameLength, "Vui lòng đặt tên cho dạng xem");

export const ViewBody = z.object({
  screen: ViewScreen,
  name: ViewName,
  query: ViewQuery,
  /** For all who have the screen; administrators only. */
  is_shared: yesNo.default(false),
  /** The caller's list opens with it. */
  is_default: yesNo.default(false),
});
export type ViewBody = z.output<typeof ViewBody>;

export const ViewChange = z.object({
  name: ViewName.optional(),
  query: ViewQuery.optional(),
  is_shared: yesNo.optional(),
  version: SeenVersion,
});
export type ViewChange = z.output<typeof ViewChange>;

export const SavedView = z
  .object({
    id: Id,
    screen: ViewScreen,
    name: z.string(),
    query: z.record(z.string(), z.string()),
    is_shared: z.boolean(),
    /** Of the caller. */
    is_default: z.boolean(),
    /** Whether the caller may change and delete it. */
    can_change: z.boolean(),
    version: Version,
  })
  .meta({ id: "SavedView" });
export type SavedView = z.output<typeof SavedView>;

const common = { access: ["admin", "accountant", "staff"], tag: "Dạng xem" } as const;

export const views = {
  "GET /api/account/views": {
    ...common,
    summary: "Các dạng xem của mình ở một màn hình, rồi các dạng xem chung, theo tên",
    query: z.object({ screen: ViewScreen }),
    reply: z.array(SavedView),
    errors: ["forbidden"],
  },
  "POST /api/account/views": {
    ...common,
    summary: "Lưu một dạng xem; chỉ quản trị viên lưu được dạng xem chung",
    body: ViewBody,
    reply: SavedView,
    status: 201,
    errors: ["forbidden", "conflict"],
  },
  "PUT /api/account/views/{id}": {
    ...common,
    summary: "Sửa một dạng xem của mình; quản trị viên sửa được mọi dạng xem chung",
    params: IdParams,
    body: ViewChange,
    reply: SavedView,
    errors: ["forbidden", "conflict"],
  },
  "POST /api/account/views/{id}/default": {
    ...common,
    summary: "Chọn hoặc bỏ dạng xem mở sẵn của mình",
    params: IdParams,
    body: z.object({ is_default: yesNo }),
    reply: SavedView,
  },
  "DELETE /api/account/views/{id}": {
    ...common,
    summary: "Xóa một dạng xem; lần xóa gần nhất ở mỗi màn hình hoàn tác được",
    params: IdParams,
    reply: Done,
    errors: ["forbidden"],
  },
  "POST /api/account/views/{id}/restore": {
    ...common,
    summary: "Hoàn tác việc xóa một dạng xem",
    params: IdParams,
    reply: SavedView,
    errors: ["forbidden", "conflict"],
  },
} as const satisfies Endpoints;
