/** Clients that write to a site at once and remember what the server acknowledged. */
import { existsSync } from "node:fs";
import path from "node:path";
import { fixture, wav } from "#test/audio.ts";
import { type Site, send, upload } from "./site.ts";
import type { Stored } from "./stored.ts";

/** Writes that the server has acknowledged so far. */
export interface Acknowledged {
  /** Title and file by id; undefined for a deleted song. */
  songs: Map<number, { title: string; audioUrl: string } | undefined>;
  categories: Set<string>;
  /** Addresses of uploads that no song uses yet. */
  uploads: Set<string>;
  /** Ids that the server answered for each `Idempotency-Key`, which is also the customer's name. */
  orders: Map<string, Set<number>>;
  /** Number of acknowledged writes. */
  writes: number;
}

export function nothingYet(): Acknowledged {
  return { songs: new Map(), categories: new Set(), uploads: new Set(), orders: new Map(), writes: 0 };
}

let serial = 0;

/** Writes until the server refuses or is gone: uploads, songs made of them, their changes and deletions. */
export async function writeSongs(site: Site, categoryId: number, done: Acknowledged): Promise<void> {
  const { token } = site;
  for (;;) {
    serial += 1;
    const uploaded = await upload(site, `${serial}.wav`, new Uint8Array(wav(1, serial)));
    if (uploaded.status !== 200) return;
    const audioUrl = (JSON.parse(uploaded.text) as { file_url: string }).file_url;
    done.uploads.add(audioUrl);
    done.writes += 1;
    if (serial % 4 === 0) continue;
    const title = `Bài ${serial}`;
    const json = { title, audio_url: audioUrl, category_ids: [categoryId], allow_same_file: true };
    // From here on the file may belong to a song, and leave with it.
    done.uploads.delete(audioUrl);
    const made = await send(site, "POST /api/songs", { token, json });
    if (made.status !== 201) return;
    const { id } = JSON.parse(made.text) as { id: number };
    done.songs.set(id, { title, audioUrl });
    done.writes += 1;
    if (serial % 4 === 1) continue;
    // Unknown until it is acknowledged.
    done.songs.delete(id);
    const isDeletion = serial % 4 === 2;
    const changed = isDeletion
      ? await send(site, `DELETE /api/songs/${id}`, { token })
      : await send(site, `PUT /api/songs/${id}`, { token, json: { title: `${title} (mới)` } });
    if (changed.status !== 200) return;
    done.songs.set(id, isDeletion ? undefined : { title: `${title} (mới)`, audioUrl });
    done.writes += 1;
  }
}

/** Adds categories with pictures until the server refuses or is gone. */
export async function writeCategories(site: Site, done: Acknowledged): Promise<void> {
  const { token } = site;
  for (;;) {
    serial += 1;
    const name = `Thể loại ${serial}`;
    const multipart = new FormData();
    multipart.append("file", new Blob([new Uint8Array(fixture("cover.jpg"))]), "cover.jpg");
    const uploaded = await send(site, "POST /api/upload/file", { token, multipart });
    if (uploaded.status !== 200) return;
    const { url: icon_url } = JSON.parse(uploaded.text) as { url: string };
    done.uploads.add(icon_url);
    const { status } = await send(site, "POST /api/categories", { token, json: { name, icon_url } });
    if (status !== 201) return;
    done.categories.add(name);
    done.writes += 2;
  }
}

/** Orders a Premium package without an account until the server refuses or is gone. @returns the keys of all requests. */
export async function writeOrders(site: Site, packageId: number, done: Acknowledged): Promise<string[]> {
  const sent: string[] = [];
  for (;;) {
    serial += 1;
    const key = `order-${serial}`;
    sent.push(key);
    if (!(await sendOrder(site, packageId, key, done))) return sent;
    done.writes += 1;
  }
}

/** Sends requests of `writeOrders` again. @throws Error when one is not answered with an order. */
export async function retryOrders(site: Site, packageId: number, keys: string[], done: Acknowledged): Promise<void> {
  for (const key of keys) {
    if (!(await sendOrder(site, packageId, key, done))) throw new Error(`The retry of ${key} gave no order`);
  }
}

/** @returns false when there is no order in the answer. */
async function sendOrder(site: Site, packageId: number, key: string, { orders }: Acknowledged): Promise<boolean> {
  const { status, text } = await send(site, "POST /api/premium-orders", {
    headers: { "idempotency-key": key },
    json: { package_id: packageId, user_name: key, user_phone: "0901 234 567", user_email: "khach@example.com" },
  });
  if (status !== 201) return false;
  const { id } = JSON.parse(text) as { id: number };
  orders.set(key, (orders.get(key) ?? new Set()).add(id));
  return true;
}

/** Returns the keys that made, or were answered with, more than one order. */
export function doubledOrders(done: Acknowledged, stored: Stored): string[] {
  return [...new Set([...done.orders.keys(), ...stored.orders.keys()])].filter(
    (key) => new Set([...(done.orders.get(key) ?? []), ...(stored.orders.get(key) ?? [])]).size > 1,
  );
}

/** Describes the acknowledged writes that are not stored. */
export function lostWrites(done: Acknowledged, stored: Stored, dataDir: string): string[] {
  const lost: string[] = [];
  for (const [id, song] of done.songs) {
    const now = stored.songs.get(id);
    if (now?.title !== song?.title || now?.audioUrl !== song?.audioUrl) lost.push(`song ${id}`);
  }
  for (const name of done.categories) if (!stored.categories.has(name)) lost.push(name);
  for (const [key, ids] of done.orders) {
    if (![...ids].every((id) => stored.orders.get(key)?.includes(id))) lost.push(key);
  }
  for (const url of done.uploads) if (!existsSync(path.join(dataDir, url))) lost.push(url);
  return lost;
}
