/** Texts of 60,000 characters at every place of the contract that accepts text, over HTTP. */
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { hostileTexts, type TextPlace, textPlaces } from "#test/hostile-texts.ts";
import { memoryOf } from "../bench/processes.ts";
import { below, type Experiment, megabytes, none, tally } from "./experiment.ts";
import { type SendOptions, type Site, send, settledMemory, startSite, upload } from "./site.ts";

const length = 60_000;
/** As much as an address holds, each character written in three. */
const addressLength = 4000;
const limitMs = 500;
const memoryGrowth = 100 * 1024 * 1024;

interface Tokens {
  admin: string;
  user: string;
}

async function makeUser(site: Site): Promise<string> {
  const account = { username: "hostile_user", password: "mười con thuyền giấy" };
  const email = "user@hostile.example";
  await send(site, "POST /api/user/register", { json: { ...account, email, full_name: "Người Dùng" } });
  const { text } = await send(site, "POST /api/user/login-json", { json: account });
  return (JSON.parse(text) as { access_token: string }).access_token;
}

/** Returns the request with a text at a place. */
function requestOf({ key, part, wrap }: TextPlace, text: string, tokens: Tokens): [string, SendOptions] {
  const { access, bodyType }: Endpoint = api[key];
  const token = access.includes("user") ? tokens.user : tokens.admin;
  const fields = wrap(text);
  if (part === "body") {
    const isForm = bodyType === "form";
    return [
      key.replaceAll(/\{\w+\}/g, "1"),
      { token, ...(isForm ? { form: fields as Record<string, string> } : { json: fields }) },
    ];
  }
  const encoded = encodeURIComponent(text);
  if (part === "params") return [key.replaceAll(/\{\w+\}/g, encoded), { token }];
  const [name = ""] = Object.keys(fields as object);
  return [`${key.replaceAll(/\{\w+\}/g, "1")}?${name}=${encoded}`, { token }];
}

export const texts: Experiment = {
  name: "texts",
  summary: "texts of 60,000 characters at every place of the contract",
  limitMinutes: 6,
  async measure(run) {
    const site = await startSite(run);
    const before = memoryOf(site.pid);
    const tokens = { admin: site.token, user: await makeUser(site) };
    // Every fifth text still has each start, filling and end.
    const some = (all: string[]) => all.filter((_, index) => index % 5 === 0);
    const [long, short] = [some(hostileTexts(length)), some(hostileTexts(addressLength))];
    const statuses: number[] = [];
    let slowest = { ms: 0, name: "" };
    const judge = async (name: string, ask: () => Promise<{ status: number; ms: number }>) => {
      let best = Number.POSITIVE_INFINITY;
      // Other load on the machine may delay one answer.
      for (let tries = 0; tries < 3 && best >= limitMs; tries += 1) {
        const { status, ms } = await ask();
        statuses.push(status);
        best = Math.min(best, ms);
      }
      if (best > slowest.ms) slowest = { ms: best, name };
    };
    for (const place of textPlaces) {
      for (const text of place.part === "body" ? long : short) {
        const [call, options] = requestOf(place, text, tokens);
        await judge(place.name, () => send(site, call, options));
      }
    }
    for (const text of long) {
      await judge("the name of a file", () => upload(site, text, new Uint8Array(64)));
    }
    const after = await settledMemory(site, before + memoryGrowth);
    return [
      below(
        `slowest answer to ${statuses.length} hostile texts at ${textPlaces.length + 1} places (${slowest.name})`,
        slowest.ms,
        limitMs,
        (ms) => `${ms.toFixed(0)} ms`,
      ),
      none(
        "answers to them with a 5xx or none",
        statuses.filter((status) => status === 0 || status >= 500).length,
        ` (${tally(statuses)})`,
      ),
      below("memory gained by them, after it", Math.max(0, after - before), memoryGrowth, megabytes),
    ];
  },
};
