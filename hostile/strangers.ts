/** Attacks by strangers without an account: recordings on the disk, work for the helpers, e-mails in others' mailboxes. */
import { setTimeout as pause } from "node:timers/promises";
import { fixture, wav } from "#test/audio.ts";
import { wavBehindChunks } from "#test/hostile-audio.ts";
import { startSmtpServer } from "#test/smtp-server.ts";
import { below, type Experiment, megabytes, none, type Row, type Run, seconds, tally } from "./experiment.ts";
import { addPackage, type Site, send, startSite, upload } from "./site.ts";

const megabyte = 1024 * 1024;
const customer = { customer_name: "Kẻ phá", customer_email: "pha@example.com", request_content: "Một bài hát" };
const victim = "nan.nhan@example.com";
/** The address of a client, as a trusted proxy tells it. */
const from = (n: number) => ({ "x-forwarded-for": `203.0.113.${n}` });

function recording(site: Site, bytes: Buffer, address: number) {
  const multipart = new FormData();
  for (const [name, value] of Object.entries(customer)) multipart.append(name, value);
  multipart.append("reference_file", new Blob([new Uint8Array(bytes)]), "mau.wav");
  return send(site, "POST /api/song-requests", { multipart, headers: from(address) });
}

function order(site: Site, packageId: number, user_email: string, address: number) {
  const json = { package_id: packageId, user_name: "Kẻ phá", user_phone: "0901234567", user_email };
  return send(site, "POST /api/premium-orders", { json, headers: from(address) });
}

/** 40 recordings of 20 MB from one address, orders from others meanwhile. */
async function fillDisk(site: Site, packageId: number): Promise<Row[]> {
  const bytes = wav((20 * megabyte) / 8000);
  const statuses: number[] = [];
  const orders: number[] = [];
  for (let n = 0; n < 40; n++) {
    statuses.push((await recording(site, bytes, 1)).status);
    orders.push((await order(site, packageId, `khach${n}@example.com`, 100 + n)).status);
  }
  const kept = statuses.filter((status) => status === 201).length * bytes.length;
  return [
    below(`40 recordings of 20 MB from one address: kept (${tally(statuses)})`, kept, 301 * megabyte, megabytes),
    none("orders without a 201 meanwhile", orders.filter((status) => status !== 201).length, ` of ${tally(orders)}`),
  ];
}

/** Four strangers' files of 100,000 chunks at once, an administrator's upload beside them. */
async function busyHelpers(site: Site): Promise<Row[]> {
  const bytes = wavBehindChunks(100_000);
  await upload(site, "song.mp3", new Uint8Array(fixture("tagged.mp3")));
  const attacks = [1, 2, 3, 4].map((n) => recording(site, bytes, 10 + n));
  await pause(50);
  const own = await upload(site, "song.mp3", new Uint8Array(fixture("tagged.mp3")));
  const answers = await Promise.all(attacks);
  return [
    below("a WAV of 100,000 chunks: the longest answer", Math.max(...answers.map(({ ms }) => ms)), 5000, seconds),
    none("a WAV of 100,000 chunks: other answers than 422", answers.filter(({ status }) => status !== 422).length),
    below(`an administrator's upload beside four of them (${own.status})`, own.ms, 3000, seconds),
  ];
}

/** 80 orders in one stranger's name from 80 addresses. */
async function floodMailbox(run: Run): Promise<Row[]> {
  const smtp = await startSmtpServer();
  run.onEnd(smtp.stop);
  const env = { ...limited, SMTP_URL: smtp.url, PUBLIC_URL: "https://nghe.example.vn" };
  const site = await startSite(run, { dataDir: `${run.folder}/mails`, env });
  const packageId = await addPackage(site);
  const statuses: number[] = [];
  for (let n = 0; n < 80; n++) statuses.push((await order(site, packageId, victim, n + 1)).status);
  await pause(5000);
  const mailsTo = (isTo: (address: string) => boolean) => smtp.mails.filter(({ to }) => to.some(isTo)).length;
  await site.stop();
  return [
    none("80 orders in a stranger's name: without a 201", statuses.filter((status) => status !== 201).length),
    below(
      "e-mails to that stranger",
      mailsTo((address) => address === victim),
      4,
      String,
    ),
    below(
      "e-mails to the administrator",
      mailsTo((address) => address !== victim),
      11,
      String,
    ),
  ];
}

const limited = { RATE_LIMITS: "on", TRUST_PROXY: "loopback" };

export const strangers: Experiment = {
  name: "strangers",
  summary: "recordings, WAV chunks and e-mails of people without an account, with limits on",
  limitMinutes: 6,
  async measure(run) {
    const site = await startSite(run, { env: limited });
    const packageId = await addPackage(site);
    const rows = [...(await busyHelpers(site)), ...(await fillDisk(site, packageId))];
    await site.stop();
    return [...rows, ...(await floodMailbox(run))];
  },
};
