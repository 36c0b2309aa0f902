/** `npm run image`: builds the container image with docker, podman or buildah, whichever works on this machine. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fail, root, run } from "./prepare.mjs";

/** By `check`, which fails without a running daemon, an engine shows that it works. The OCI format has no health check. */
const engines = [
  { name: "docker", check: ["info"], build: ["build"] },
  { name: "podman", check: ["info"], build: ["build", "--format=docker"] },
  { name: "buildah", check: ["info"], build: ["build", "--format=docker"] },
];

const works = ({ name, check }) => spawnSync(name, check, { stdio: "ignore" }).status === 0;
const engine = engines.find(works);
if (!engine) {
  fail(
    "Không tìm thấy docker, podman hay buildah đang hoạt động trên máy này, nên chưa dựng được image.\n" +
      "Hãy cài một trong ba chương trình đó; với docker, dịch vụ của nó phải đang chạy.",
  );
}

const { name, version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const image = `${name}:${version}`;
const git = spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" });
const revision = git.status === 0 ? [`--build-arg=REVISION=${git.stdout.trim()}`] : [];
const status = run(engine.name, [...engine.build, `--tag=${image}`, ...revision, ...process.argv.slice(2), "."]);
if (status !== 0) fail(`${engine.name} không dựng được image: xem thông báo ở trên.`);
process.stdout.write(`\nĐã dựng image ${image} bằng ${engine.name}.\n`);
