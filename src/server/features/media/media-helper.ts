/** Script of the helper processes: all that reads the content of uploaded audio and of photos. Each task loads only what it needs. */
import { serveTasks } from "#server/platform/helper-tasks.ts";
import type { ImageExtension } from "./formats.ts";
import type { CoverTarget } from "./inspect.ts";

export type MediaTask =
  | { kind: "inspect"; file: string; cover?: CoverTarget | undefined }
  | { kind: "mark"; file: string }
  | { kind: "measure"; file: string }
  | { kind: "sample"; file: string; target: string }
  | { kind: "clean"; file: string; copy: string; extension: ImageExtension };

serveTasks(async (task: MediaTask) => {
  switch (task.kind) {
    case "inspect":
      return (await import("./inspect.ts")).inspect(task.file, task.cover);
    case "mark":
      return (await import("./mark-tags.ts")).writeMark(task.file);
    case "measure":
      return (await import("./waveform.ts")).measureSound(task.file);
    case "sample":
      return (await import("./sample.ts")).cutSample(task.file, task.target);
    case "clean":
      return (await import("./clean-picture.ts")).cleanPicture(task.file, task.copy, task.extension);
  }
});
