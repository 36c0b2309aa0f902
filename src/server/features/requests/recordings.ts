/**
 * The recordings that strangers send with requests: how many bytes one address and all of them together may leave behind, and the
 * message to the administrators before that is used up (docs/rooms/requests.md#what-strangers-may-leave).
 */
import type { Logger } from "pino";
import { ApiError } from "#contract/errors.ts";
import type { Notifications } from "#server/features/notifications/notifications.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type ReadDisk, readDisk, reserveOf } from "#server/platform/disk.ts";
import { clientNetwork } from "#server/platform/http/limits/client-network.ts";
import type { CountBytes } from "#server/platform/http/limits/rate-limits.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { requestMessagesRepository } from "./request-messages.repository.ts";
import { requestsRepository } from "./requests.repository.ts";

/** Files of one network that are examined at the same time. */
const maxAtOnce = 4;
/** Share of the disk that the recordings of requests without a member may take together. */
const shareOfDisk = 0.1;
/** Share of that, and of the disk without its reserve, from which the administrators are told. */
const warningShare = 0.8;

/** The messages of a file that is refused. */
interface Refusals {
  tooManyAtOnce: string;
  tooManyToday: string;
  noRoom: string;
}

const ofRequests: Refusals = {
  tooManyAtOnce: "Mạng của bạn đang gửi nhiều file tham khảo cùng lúc. Bạn chờ một phút rồi gửi lại",
  tooManyToday:
    "Hôm nay đã nhận nhiều file tham khảo từ mạng của bạn. Bạn gửi yêu cầu không kèm file, hoặc thử lại vào ngày mai",
  noRoom: "Máy chủ đang giữ nhiều file tham khảo chờ nhận nên chưa nhận thêm. Bạn vẫn gửi được yêu cầu không kèm file",
};

/** A file of a stranger that is counted. */
interface Counted {
  /** Of the client. */
  address: string;
  bytes: number;
  /** Its name in the form; that of a new request by default. */
  field?: string;
  refusals?: Refusals;
}

export interface RecordingsDeps {
  database: Pick<Database, "db" | "commit">;
  notifications: Pick<Notifications, "notifyAdmins">;
  log: Pick<Logger, "warn">;
  dataDir: string;
  reserveBytes: number | undefined;
  /** Undefined where no limits count. */
  countBytes: CountBytes["countBytes"] | undefined;
  readDisk?: ReadDisk | undefined;
}

/** The bytes of recordings that nobody has taken up, and how many there may be. */
export interface RecordingsUse {
  bytes: number;
  max: number;
}

export type Recordings = ReturnType<typeof createRecordings>;

export function createRecordings(deps: RecordingsDeps) {
  const {
    database: { db, commit },
    notifications,
    log,
    dataDir,
    reserveBytes,
    countBytes,
    readDisk: read = readDisk,
  } = deps;

  /** Numbers of files that are being examined, by network, in this process. */
  const examined = new Map<string, number>();

  /** @returns undefined for a disk that can't be read. */
  async function state() {
    const [disk, ofRequests, ofMessages] = await Promise.all([
      read(dataDir).catch(() => undefined),
      requestsRepository(db).untakenRecordingBytes(),
      requestMessagesRepository(db).untakenBytes(),
    ]);
    const bytes = ofRequests + ofMessages;
    return disk && { disk, reserve: reserveOf(disk, reserveBytes), bytes, max: Math.floor(shareOfDisk * disk.total) };
  }

  /** Tells the administrators, at most once a day, when 80 % of the recordings' share or of the disk is used. */
  async function tellWhenNear(): Promise<void> {
    const now = await state();
    if (!now) return;
    const { disk, reserve, bytes, max } = now;
    const isNear = bytes >= warningShare * max || disk.free <= reserve + (1 - warningShare) * (disk.total - reserve);
    if (!isNear) return;
    const data = { free: disk.free, reserve, recordings: bytes, max };
    await commit((tx) => notifications.notifyAdmins(tx, { event: "disk_filling", data, key: vietnamDay(Date.now()) }));
  }

  return {
    async use(): Promise<RecordingsUse | null> {
      const now = await state();
      return now ? { bytes: now.bytes, max: now.max } : null;
    },

    /**
     * Counts a file and runs what keeps it. What is not kept after all is not counted.
     * @param keep says whether the file was kept.
     * @throws ApiError `rate_limited` beyond what its address may send at once or in a day, `unavailable` beyond what all may.
     */
    async count<T>(
      { address, bytes, field = "reference_file", refusals = ofRequests }: Counted,
      keep: () => Promise<{ result: T; isUsed: boolean }>,
    ): Promise<{ result: T; isUsed: boolean }> {
      const refuse = (code: "rate_limited" | "unavailable", message: string) =>
        new ApiError(code, message, [{ field, message }]);
      const network = clientNetwork(address);
      const others = examined.get(network) ?? 0;
      if (others >= maxAtOnce) throw refuse("rate_limited", refusals.tooManyAtOnce);
      examined.set(network, others + 1);
      let isCounted = false;
      let isUsed = false;
      try {
        const now = await state();
        if (now && now.bytes + bytes > now.max) throw refuse("unavailable", refusals.noRoom);
        if (countBytes && (await countBytes(address, bytes)) > 0) throw refuse("rate_limited", refusals.tooManyToday);
        isCounted = true;
        const kept = await keep();
        ({ isUsed } = kept);
        return kept;
      } finally {
        const left = (examined.get(network) ?? 1) - 1;
        if (left > 0) examined.set(network, left);
        else examined.delete(network);
        if (isCounted && !isUsed) await countBytes?.(address, -bytes);
      }
    },

    /** Tells the administrators where they should know; a failure is logged. */
    warn: () =>
      tellWhenNear().catch((err: unknown) => log.warn({ err }, "administrators were not told of a full disk")),
  };
}
