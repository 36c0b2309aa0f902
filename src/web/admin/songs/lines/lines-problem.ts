/** The errors of saving the lines of a song. */
import { isApiError } from "#contract/errors.ts";
import { errorMessage } from "../../../resource/data/queries.ts";

/** Returns what is wrong, with the number of the line where an error names its place. */
export function linesProblem(error: unknown): string {
  const field = isApiError(error) ? error.errors?.[0] : undefined;
  const place = /^document\.lines\.(\d+)\./.exec(field?.field ?? "")?.[1];
  return field && place !== undefined && !field.message.startsWith("Dòng ")
    ? `Dòng ${Number(place) + 1}: ${field.message}`
    : errorMessage(error, "Chưa lưu được lời, bạn thử lại nhé");
}
