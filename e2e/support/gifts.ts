/** Makes what gifts hold, through the API. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { GiverGift } from "../../src/contract/gifts.ts";
import type { CustomerRequest } from "../../src/contract/requests.ts";
import type { Site } from "./site.ts";

/** Makes a request whose song is accepted and paid. @returns its page's token */
export async function paidRequest(site: Site): Promise<string> {
  const token = await site.asAdmin();
  const form = new FormData();
  form.set("customer_name", "Nguyễn Thị Lan");
  form.set("customer_email", "lan@example.com");
  form.set("request_content", "Mẹ tôi bán xôi ở đầu ngõ");
  const { id, page_token } = await site.api<CustomerRequest>("POST /api/song-requests", { multipart: form });
  const delivery = new FormData();
  const file = await readFile(path.resolve(import.meta.dirname, "../../demo/songs/buoi-sang-o-hem-nho.mp3"));
  delivery.set("title", "Xôi nóng đầu ngõ");
  delivery.set("dedication", "Tặng mẹ");
  delivery.set("lyrics", "Nồi xôi nóng khói bay qua hiên");
  delivery.set("audio_file", new File([file], "bai.mp3", { type: "audio/mpeg" }));
  await site.api(`POST /api/song-requests/${id}/delivery`, { token, multipart: delivery });
  const { songs, agreed_price } = await site.api<CustomerRequest>(`GET /api/requests/${page_token}`);
  const json = { version_id: songs[0]?.id, agreed_price };
  await site.api(`POST /api/requests/${page_token}/accept`, { json });
  await site.api(`PUT /api/song-requests/${id}`, { token, json: { is_paid: true } });
  return page_token;
}

/** Makes a gift that may be opened. @returns the secret of its address */
export async function openGift(site: Site): Promise<string> {
  const json = { recipient_name: "Mẹ", giver_name: "Lan" };
  return (await site.api<GiverGift>(`PUT /api/requests/${await paidRequest(site)}/gift`, { json })).secret;
}
