/**
 * What a newcomer does first, in the folder it is called from: `npm start`, read the home page and a song, hear it, press Ctrl-C. Runs
 * on any Node from 20 on. Ends with 1 when a step fails.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

const site = spawn("npm", ["start"], {
  detached: true,
  env: { ...process.env, PORT: "0" },
  stdio: ["ignore", "pipe", "inherit"],
});
const exited = once(site, "exit");
const origin = await new Promise((resolve, reject) => {
  let output = "";
  site.on("error", reject);
  site.on("exit", () => reject(new Error("npm start ended")));
  site.stdout.setEncoding("utf8").on("data", (text) => {
    process.stdout.write(text);
    output += text;
    const address = /Ngân Nga: (http:\S+)/.exec(output)?.[1];
    if (address) resolve(address);
  });
});

async function read(path, options) {
  const response = await fetch(new URL(path, origin), options);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

try {
  const home = await (await read("/")).text();
  const [song] = await (await read("/api/songs")).json();
  const page = await (await read(`/songs/${song.id}`)).text();
  const sound = await read(song.audio_url, { headers: { range: "bytes=0-99" } });
  const bytes = (await sound.arrayBuffer()).byteLength;
  if (!home.includes(song.title) || !page.includes(song.title) || bytes !== 100)
    throw new Error("A page or a song is not as it should be");
  for (const [, asset] of page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) await read(asset);
} finally {
  process.kill(-site.pid, "SIGINT");
}
await exited;
const stillAnswers = await fetch(origin).catch(() => undefined);
if (stillAnswers) throw new Error("The server answers after Ctrl-C");
process.stdout.write("npm start: a page and a song answered, and it stopped.\n");
