import { expect, it } from "vitest";
import { embedFrame } from "./embed.ts";

const song = { id: 7, title: `Mưa "hạ" & <nắng> 'đầu'` };
const title = "Mưa &#34;hạ&#34; &#38; &#60;nắng&#62; &#39;đầu&#39;";

it("is one frame with the player's maximum width and an escaped title", () => {
  expect(embedFrame("https://ngannga.example", song)).toBe(
    `<iframe src="https://ngannga.example/embed/songs/7" width="100%" height="180" title="${title}" style="border:0;border-radius:18px;max-width:640px" loading="lazy" allow="autoplay"></iframe>`,
  );
});

it("is no larger than the requested size", () => {
  expect(embedFrame("https://ngannga.example", song, { width: 320, height: 120 })).toMatch(
    /width="320" height="120" .*max-width:100%"/,
  );
});
