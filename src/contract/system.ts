/** The state of the running site, for monitoring and for the administrator. */
import { z } from "zod";
import { type Endpoints, Time } from "./endpoint.ts";

const Bytes = z.int();

/** From where on the state of the site needs a person. */
export const systemLimits = {
  /** Share of their room from which recordings are about to be refused. */
  recordings: 0.8,
  /** Share of the disk below which it is nearly full. */
  freeDisk: 0.1,
  /** Milliseconds after which a nightly backup has failed. */
  backupMs: 2 * 24 * 60 * 60_000,
} as const;

/** The work of one topic of the outbox. */
export const QueueTopic = z
  .object({
    topic: z.string(),
    waiting: z.int(),
    running: z.int(),
    /** Given up, until somebody retries them. */
    failed: z.int(),
    /** When the oldest one was added that should have been handled by now. */
    oldest_at: Time.nullable(),
  })
  .meta({ id: "QueueTopic" });
export type QueueTopic = z.output<typeof QueueTopic>;

export const SystemInfo = z
  .object({
    version: z.string(),
    node_version: z.string(),
    /** Of the process that answers; several may serve one site. */
    started_at: Time,
    /** `total`: of the machine, or of the container that the process may use. */
    memory: z.object({ resident: Bytes, total: Bytes, heap_used: Bytes, heap_total: Bytes }),
    database: z.object({ engine: z.enum(["sqlite", "postgres"]), version: z.string(), bytes: Bytes }),
    /** Of the data folder; null when it can't be read. */
    disk: z.object({ free: Bytes, total: Bytes }).nullable(),
    /** Recordings of requests that nobody has taken up, and the bytes that they may take; null when the disk can't be read. */
    recordings: z.object({ bytes: Bytes, max: Bytes }).nullable(),
    /** Topics with work that is not done. */
    queue: z.array(QueueTopic),
    /** The last one that succeeded; null when there is none yet. */
    last_backup: z.object({ finished_at: Time, bytes: Bytes, missing_files: z.int() }).nullable(),
  })
  .meta({ id: "SystemInfo" });
export type SystemInfo = z.output<typeof SystemInfo>;

export const system = {
  "GET /api/health": {
    access: "public",
    tag: "Hệ thống",
    summary: "Máy chủ đã sẵn sàng",
    reply: z.object({ status: z.literal("ok") }),
  },
  "GET /api/ready": {
    access: "public",
    isPolled: true,
    tag: "Hệ thống",
    summary: "Cơ sở dữ liệu, phiên bản dữ liệu và ổ đĩa đều dùng được; nếu không thì 503, `errors` nêu phần chưa được",
    reply: z.object({
      status: z.literal("ready"),
      checks: z.object({ database: z.literal("ok"), migrations: z.literal("ok"), disk: z.literal("ok") }),
    }),
  },
  "GET /api/admin/system": {
    access: ["admin"],
    tag: "Quản trị",
    summary: "Tình trạng của hệ thống: phiên bản, cơ sở dữ liệu, ổ đĩa, việc nền, bản sao lưu gần nhất",
    reply: SystemInfo,
  },
} as const satisfies Endpoints;
