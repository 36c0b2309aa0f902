/** Reads the container's files for tests: what the image holds, and the parts of its Dockerfile. */
import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { type Copy, DockerfileParser, type Instruction, type PropertyInstruction } from "dockerfile-ast";

export const root = path.resolve(import.meta.dirname, "..");
export const read = (name: string): string => readFileSync(path.join(root, name), "utf8");

/** Node's own patterns leave out names that begin with a dot; those of `.dockerignore` do not. */
const dotless = (text: string) => text.replaceAll(/(^|\/)\./g, "$1_.");

/** Whether a file stays out of the build: the last pattern that names it, or a folder above it, decides. */
export function isIgnored(dockerignore: string, file: string): boolean {
  const parts = file.split("/");
  const names = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  let ignored = false;
  for (const line of dockerignore.split("\n").map((text) => text.trim())) {
    if (line === "" || line.startsWith("#")) continue;
    const pattern = line.replace(/^!/, "");
    if (names.some((name) => path.posix.matchesGlob(dotless(name), dotless(pattern)))) ignored = !line.startsWith("!");
  }
  return ignored;
}

/** The instructions of each stage, in order. */
export function stagesOf(dockerfile: string): Instruction[][] {
  const stages: Instruction[][] = [];
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    if (instruction.getKeyword() === "FROM") stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

/** The instructions of one name. */
export function named(stage: readonly Instruction[], keyword: string): Instruction[] {
  return stage.filter((instruction) => instruction.getKeyword() === keyword);
}

/** The words of a `CMD`, also that of a `HEALTHCHECK`, in the exec form; empty in the form for a shell. */
export function execForm(instruction: Instruction | undefined): string[] {
  const list = instruction?.getArgumentsContent()?.match(/\[.*\]$/s);
  return list ? (JSON.parse(list[0]) as string[]) : [];
}

/** The variables of `ENV` and `LABEL`. */
export function valuesOf(instructions: readonly Instruction[]): Record<string, string> {
  const properties = instructions.flatMap((instruction) => (instruction as PropertyInstruction).getProperties());
  return Object.fromEntries(properties.map((property) => [property.getName(), property.getValue() ?? ""]));
}

/** The sources of each `COPY`, and the stage that they come from; undefined for the project's folder. */
export function copiesOf(stage: readonly Instruction[]): { stage: string | undefined; sources: string[] }[] {
  return named(stage, "COPY").map((instruction) => {
    const copy = instruction as Copy;
    const words = copy.getArguments().map((word) => word.getValue());
    return { stage: copy.getFromFlag()?.getValue() ?? undefined, sources: words.slice(0, -1) };
  });
}

/** The project's own files in the image, as paths from the project's folder; without the built pages. */
export function imageFiles(): string[] {
  const ignore = read(".dockerignore");
  const [, run = []] = stagesOf(read("Dockerfile"));
  const copied = copiesOf(run).flatMap(({ sources }) => sources.map((source) => path.posix.relative("/app", source)));
  return copied
    .filter((source) => source !== "node_modules" && source !== "build")
    .flatMap((source) => [source, ...globSync(`${source}/**/*`, { cwd: root })])
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => statSync(path.join(root, file)).isFile() && !isIgnored(ignore, file));
}
