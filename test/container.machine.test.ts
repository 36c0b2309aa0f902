import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { serverArgs, serverEnv } from "../scripts/server-process.mjs";
import { importsOf } from "./architecture.ts";
import { copiesOf, execForm, imageFiles, isIgnored, named, read, root, stagesOf, valuesOf } from "./container.ts";
import { folderOf } from "./folders.ts";
import { runScript } from "./processes.ts";

const { version, dependencies } = JSON.parse(read("package.json")) as {
  version: string;
  dependencies: Record<string, string>;
};
const uid = "10001";

function lintCompose(file: string): string[] {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
  return linter
    .lintFiles([file], false)
    .flatMap(({ messages }) => messages.map(({ rule, message }) => `${rule}: ${message}`));
}

describe("Dockerfile", () => {
  const text = read("Dockerfile");
  const stages = stagesOf(text);
  const [build = [], run = []] = stages;

  it("has no fault that a linter finds", () => {
    expect(validate(text)).toEqual([]);
    expect(validate(text.replace("--interval=15s", "--interval=15"))).toHaveLength(1);
  });

  it("has two stages on the slim image of the pinned Node", () => {
    const images = stages.map(([from]) => from?.getArguments()[0]?.getValue());
    const pinned = `node:${dependencies.node}-bookworm-slim`;
    expect(images).toEqual([pinned, pinned]);
    expect(valuesOf(named(run, "LABEL"))).toMatchObject({
      "org.opencontainers.image.title": "Ngân Nga",
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.base.name": `docker.io/library/${pinned}`,
    });
  });

  it("installs what running needs, and nothing at the run stage", () => {
    const commands = named(build, "RUN").map((command) => command.getArgumentsContent());
    expect(commands).toContainEqual(expect.stringMatching(/^npm ci --omit=dev --ignore-scripts /));
    expect(named(run, "RUN").map((command) => command.getArgumentsContent())).not.toContainEqual(
      expect.stringMatching(/npm|apt-get|curl|wget/),
    );
    expect(commands).toContain('[ "$JAPANESE_READINGS" = 1 ] || rm -r node_modules/kuromoji');
    const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, Record<string, unknown>> };
    const withScript = Object.entries(lock.packages).filter(([, entry]) => entry.hasInstallScript && !entry.dev);
    expect(withScript.map(([where]) => where)).toEqual(["node_modules/node"]);
  });

  it("copies what exists and is not ignored, and adds nothing else", () => {
    const ignore = read(".dockerignore");
    const sources = copiesOf(build).flatMap((copy) => copy.sources);
    for (const source of sources) {
      expect(existsSync(path.join(root, source)), source).toBe(true);
      expect(isIgnored(ignore, source), source).toBe(false);
    }
    const made = ["node_modules", "build"];
    for (const source of copiesOf(run).flatMap((copy) => copy.sources)) {
      const inBuild = path.posix.relative("/app", source);
      expect(
        [...sources, ...made].some((known) => inBuild === known || inBuild.startsWith(`${known}/`)),
        source,
      ).toBe(true);
    }
    expect([...named(build, "ADD"), ...named(run, "ADD")]).toEqual([]);
    expect(new Set(copiesOf(run).map((copy) => copy.stage))).toEqual(new Set(["build"]));
  });

  it("runs the server as npm start does, as a user without rights, with the data in /data", () => {
    const last = (keyword: string) => named(run, keyword).at(-1);
    expect(execForm(last("CMD"))).toEqual(["node", ...serverArgs]);
    expect(named(run, "ENTRYPOINT")).toEqual([]);
    expect(valuesOf(named(run, "ENV"))).toEqual({ ...serverEnv, DATA_DIR: "/data", HOST: "0.0.0.0", PORT: "3000" });
    expect(last("USER")?.getArgumentsContent()).toBe(`${uid}:${uid}`);
    expect(last("VOLUME")?.getArgumentsContent()).toBe("/data");
    expect(last("STOPSIGNAL")?.getArgumentsContent()).toBe("SIGTERM");
    const keywords = run.map((instruction) => instruction.getKeyword());
    expect(keywords.lastIndexOf("RUN")).toBeLessThan(keywords.indexOf("VOLUME"));
    expect(keywords.lastIndexOf("COPY")).toBeLessThan(keywords.indexOf("USER"));
  });

  it("checks its health with node", () => {
    expect(named(run, "HEALTHCHECK")).toHaveLength(1);
    expect(execForm(named(run, "HEALTHCHECK")[0])).toEqual(["node", "scripts/health.ts"]);
  });
});

describe("the image's files", () => {
  const files = imageFiles();

  it("hold every file that one of them imports", () => {
    const missing = files
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) =>
        importsOf({ path: file, text: read(file) })
          .filter(({ target, typeOnly }) => !typeOnly && !files.includes(target))
          .map(({ target }) => `${file}: ${target}`),
      );
    expect(missing).toEqual([]);
  });

  it("hold what runs, its licences and the demo", () => {
    const scripts = Object.values((JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts)
      .map((command) => `scripts/${command.split(" ").at(-1)}.ts`)
      .filter((file) => existsSync(path.join(root, file)) && file !== "scripts/third-party.ts");
    expect(scripts.length).toBeGreaterThan(5);
    expect(files).toEqual(expect.arrayContaining([...scripts, "scripts/health.ts", "src/server/main.ts"]));
    const licences = [...read("THIRD-PARTY.md").matchAll(/\]\((LICENSES\/[^)]+)\)/g)].map(([, file]) => file);
    expect(files).toEqual(expect.arrayContaining(["THIRD-PARTY.md", ...licences, "demo/catalogue.json"]));
    expect(files.filter((file) => file.endsWith(".mp3")).length).toBeGreaterThan(10);
  });

  it("hold no test, no secret and nothing that only builds", () => {
    const odd = files.filter((file) => /\.test\.tsx?$|\.env|\.mts$|\.mjs$|^demo\/compose|^src\/web/.test(file));
    expect(odd).toEqual([]);
  });

  it.each([
    ".git/HEAD",
    "data/secret.key",
    ".env",
    "node_modules/pg/package.json",
    "build/server/index.js",
    "test/app.ts",
  ])("keep out %s", (file) => expect(isIgnored(read(".dockerignore"), file)).toBe(true));

  it("follow the last pattern that names a file or a folder above it", () => {
    const ignore = "# all\n*\n!src\n**/*.test.ts\n";
    expect(["src/a.ts", "src/b/c.ts", "src/a.test.ts", "d.ts"].map((file) => isIgnored(ignore, file))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe("compose.yaml", () => {
  interface Service {
    image: string;
    environment: Record<string, string>;
    [key: string]: unknown;
  }
  const { services, networks, volumes } = parse(read("compose.yaml"), { merge: true }) as {
    services: Record<"app" | "db", Service>;
    networks: Record<string, { internal?: boolean } | null>;
    volumes: Record<string, null>;
  };

  it("follows the schema of the Compose specification and the rules of a linter", () => {
    expect(lintCompose(path.join(root, "compose.yaml"))).toEqual([]);
    const broken = folderOf({ "compose.yaml": read("compose.yaml").replace("read_only: true", "read_only: [1]") });
    expect(lintCompose(path.join(broken, "compose.yaml"))).toEqual([expect.stringContaining("invalid-schema")]);
    const open = folderOf({ "compose.yaml": read("compose.yaml").replace(/ {6}- host_ip.*\n {8}/, "      - ") });
    expect(lintCompose(path.join(open, "compose.yaml"))).toEqual([
      expect.stringContaining("no-unbound-port-interfaces"),
    ]);
  });

  it("confines both services", () => {
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        restart: "unless-stopped",
        mem_limit: expect.stringMatching(/^\d+g$/),
        pids_limit: expect.any(Number),
        stop_grace_period: expect.stringMatching(/^(20s|1m)$/),
        tmpfs: expect.arrayContaining([expect.stringMatching(/^\/tmp:size=/)]),
        logging: { options: { "max-size": "10m", "max-file": "5" } },
      });
      for (const key of ["privileged", "cap_add", "network_mode", "pid"]) expect(service).not.toHaveProperty(key);
    }
  });

  it("builds this version, waits for the database and listens on this machine only", () => {
    expect(services.app).toMatchObject({
      image: `ngan-nga:${version}`,
      build: { context: ".", args: { JAPANESE_READINGS: "${JAPANESE_READINGS:-1}" } },
      pull_policy: "build",
      init: true,
      depends_on: { db: { condition: "service_healthy" } },
      ports: [{ host_ip: "${BIND_ADDRESS:-127.0.0.1}", published: "${PORT:-3000}", target: 3000 }],
      volumes: ["data:/data", "backups:/backups"],
    });
    expect(services.app).not.toHaveProperty("user");
  });

  it("keeps the database away from the network, in a volume of its own", () => {
    expect(services.db).toMatchObject({ image: "postgres:18-bookworm", user: "postgres", networks: ["database"] });
    expect(services.db).not.toHaveProperty("ports");
    expect(services.db).toHaveProperty("healthcheck.test");
    // The images of PostgreSQL 18 and newer keep their data below this folder, and no longer in `data`.
    expect(services.db.volumes).toEqual(["database:/var/lib/postgresql"]);
    expect(networks.database).toEqual({ internal: true });
    expect(Object.keys(volumes)).toEqual(["data", "backups", "database"]);
  });

  it("knows no password", () => {
    const password = "${POSTGRES_PASSWORD:?see .env.example}";
    expect(services.db.environment.POSTGRES_PASSWORD).toBe(password);
    expect(services.app.environment.DATABASE_URL).toBe(`postgres://ngan_nga:${password}@db/ngan_nga`);
    expect(services.app.env_file).toBe(".env");
    const set = read(".env.example").match(/^(?!#).+=.*$/gm);
    expect(set).toEqual(["POSTGRES_PASSWORD="]);
    expect(read(".gitignore").split("\n")).toContain("/.env");
  });

  it("names settings in .env.example that there are", () => {
    const names = [...read(".env.example").matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
    const own = ["POSTGRES_PASSWORD", "BIND_ADDRESS"];
    const known = [...read("docs/operations/set-up.md").matchAll(/^\|(.+?)\|/gm)].flatMap(([, cell = ""]) =>
      cell.match(/[A-Z_]{4,}/g),
    );
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect([...own, ...known], name).toContain(name);
  });
});

describe("the health check", () => {
  it.each([
    [200, 0],
    [503, 1],
  ])("turns %i into exit code %i", async (status, code) => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end();
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect((await runScript("scripts/health.ts", [], { PORT: String(port) })).code).toBe(code);
    expect(asked).toEqual(["/api/health"]);
  });

  it("fails without a message of Node when nothing answers", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    const { code, err } = await runScript("scripts/health.ts", [], { PORT: String(port) });
    expect(code).toBe(1);
    expect(err).toMatch(/^\/api\/health: /);
    expect(err).not.toContain("    at ");
  });
});

describe("npm run image", () => {
  /** Runs it where only these engines are; each notes what it was called with. */
  function image(engines: Record<string, string>) {
    const notes = (name: string) => `#!/bin/sh\necho "${name} $*" >>"$NOTES"\n${engines[name]}\n`;
    const folder = folderOf(Object.fromEntries(Object.keys(engines).map((name) => [name, notes(name)])));
    for (const name of Object.keys(engines)) chmodSync(path.join(folder, name), 0o755);
    const file = path.join(folder, "notes");
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/image.mjs"], {
      cwd: root,
      encoding: "utf8",
      env: { PATH: folder, NOTES: file },
    });
    return { status, stdout, stderr, calls: existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [] };
  }

  it("says that there is no engine", () => {
    const { status, stderr, calls } = image({});
    expect(status).toBe(1);
    expect(stderr).toContain("Không tìm thấy docker, podman hay buildah đang hoạt động");
    expect(calls).toEqual([]);
  });

  it("builds with the first engine that works", () => {
    const { status, stdout, calls } = image({ docker: "exit 1", podman: "exit 0", buildah: "exit 0" });
    expect(status).toBe(0);
    expect(calls).toEqual(["docker info", "podman info", `podman build --format=docker --tag=ngan-nga:${version} .`]);
    expect(stdout).toContain(`Đã dựng image ngan-nga:${version} bằng podman.`);
  });

  it("fails when the engine does", () => {
    const { status, stderr } = image({ docker: '[ "$1" = info ]' });
    expect(status).toBe(1);
    expect(stderr).toContain("docker không dựng được image");
  });
});
