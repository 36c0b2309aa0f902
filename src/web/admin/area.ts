import type { Area } from "../resource/area/area.ts";

/** The administrators' back office. */
export const adminArea: Area = { kind: "admin", changes: "GET /api/admin/changes" };
