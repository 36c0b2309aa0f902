/** Scores of exercises with songs, and the streak of days, of a user (docs/rooms/learning.md#gaps-and-scores). */
import { z } from "zod";
import { type Endpoints, Id, Time, wholeNumber } from "./endpoint.ts";
import { exercises, levels, maxSentRounds, type Round, roundIdPattern } from "./learn/rounds.ts";

const wrongId = "Mã lượt chơi không hợp lệ";
const wrongScore = "Điểm phải là số nguyên từ 0 đến 100";
const wrongTime = "Thời điểm chơi xong không hợp lệ";
const wrongRounds = `Mỗi lần gửi từ 1 đến ${maxSentRounds} lượt chơi`;

/** A finished round. One that is too old, of a song that is gone or that the user can't have heard is accepted and leaves no score, so that nobody sends it for ever. */
export const RoundBody = z.object({
  id: z.string(wrongId).regex(roundIdPattern, wrongId),
  song_id: Id,
  exercise: z.enum(exercises, "Loại bài tập không hợp lệ"),
  level: z.literal(levels, "Mức không hợp lệ"),
  score: z.int(wrongScore).min(0, wrongScore).max(100, wrongScore),
  finished_at: z.iso.datetime({ error: wrongTime }).max(40, wrongTime),
}) satisfies z.ZodType<Round>;

export const Learning = z
  .object({
    /** Days in a row, in Vietnam, up to today or yesterday. */
    streak: z.int(),
    /** Whether there is a round of today. */
    has_today: z.boolean(),
    /** Those of the wanted song; none without one. */
    scores: z.array(
      z.object({
        exercise: z.enum(exercises),
        level: z.literal(levels),
        best_score: z.int(),
        rounds: z.int(),
        /** When the last round ended. */
        last_at: Time,
      }),
    ),
  })
  .meta({ id: "Learning" });
export type Learning = z.output<typeof Learning>;

const tag = "Học qua bài hát";

export const learning = {
  "GET /api/user/learning": {
    access: ["user"],
    tag,
    summary: "Chuỗi ngày học của mình, và điểm cao nhất từng mức của một bài hát",
    query: z.object({ song_id: wholeNumber(1, Number.MAX_SAFE_INTEGER, "Mã bài hát không hợp lệ").optional() }),
    reply: Learning,
  },
  "POST /api/user/learning/rounds": {
    access: ["user"],
    tag,
    summary: "Gửi các lượt chơi đã xong; gửi lại lượt đã gửi không tính thêm",
    body: z.object({ rounds: z.array(RoundBody, wrongRounds).min(1, wrongRounds).max(maxSentRounds, wrongRounds) }),
    reply: z.object({
      /** Rounds that the account did not have. */
      added: z.int(),
    }),
    rateLimit: { name: "play" },
  },
} as const satisfies Endpoints;
