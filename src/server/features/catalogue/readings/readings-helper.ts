/** Script of the helper process that reads lines: dictionaries of several hundred megabytes stay out of the server's memory. */
import { serveTasks } from "#server/platform/helper-tasks.ts";
import type { ReadingTask } from "./reading-task.ts";

serveTasks(async ({ language, lines }: ReadingTask) => {
  switch (language) {
    case "zh":
      return lines.map((await import("./chinese.ts")).readChinese);
    case "ja":
      return lines.map(await (await import("./japanese.ts")).loadJapanese());
    case "ko":
      return lines.map((await import("./korean.ts")).readKorean);
  }
});
