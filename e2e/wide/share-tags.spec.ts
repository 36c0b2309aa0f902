/** Metadata for search engines and messengers, read by a parser; the same after a load and after a navigation. */
import type { Page } from "@playwright/test";
import ogs from "open-graph-scraper";
import { card, expect, open, test } from "../support/test.ts";

const title = "Buổi sáng ở hẻm nhỏ";

interface Sent {
  status: number;
  html: string;
}

async function sent(address: string): Promise<Sent> {
  const response = await fetch(address, { redirect: "manual" });
  return { status: response.status, html: await response.text() };
}

/** The Open Graph tags of a page, as a messenger's parser understands them. */
async function openGraph(html: string) {
  const { result, error } = await ogs({ html, onlyGetOpenGraphInfo: true });
  expect(error).toBe(false);
  return result;
}

/** The data blocks of a page by their type. */
function dataOf(html: string): Record<string, Record<string, unknown>> {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json ?? "") as Record<string, unknown>,
  );
  expect(new Set(blocks.map((block) => block["@type"])).size).toBe(blocks.length);
  for (const block of blocks) expect(block["@context"]).toBe("https://schema.org");
  return Object.fromEntries(blocks.map((block) => [block["@type"], block]));
}

/** Returns the metadata of the open document, sorted and with duplicates. */
function headTags(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tags = "title, meta[name], meta[property], link[rel=canonical], link[rel=alternate]";
    const known = [
      ...document.querySelectorAll(tags),
      ...document.querySelectorAll("script[type='application/ld+json']"),
    ]
      .filter((element) => element.closest("svg") === null)
      .map((element) =>
        element.hasAttribute("content") || element.tagName === "LINK" ? element.outerHTML : element.textContent,
      );
    return known.toSorted();
  });
}

/** Fails for duplicates of tags that must be unique. */
async function expectNoDoubles(page: Page): Promise<void> {
  const names = await page.evaluate(() =>
    [...document.querySelectorAll("head > *, body link[rel=canonical], body meta, body title")]
      .filter((element) => element.matches("title, meta, link[rel=canonical], link[rel=alternate], link[rel=manifest]"))
      .map((element) => {
        const { tagName } = element;
        return [tagName, ...["name", "property", "rel", "charset"].map((each) => element.getAttribute(each))].join(" ");
      }),
  );
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  expect(names.filter((name) => name.startsWith("TITLE"))).toHaveLength(1);
  expect(await page.locator("head title").count()).toBe(1);
}

test("a song has share tags with title, description, picture, duration and audio", async ({ site }) => {
  const song = await site.songNamed(title);
  const url = `${site.origin}/songs/${song.id}`;
  const { html } = await sent(url);
  const found = await openGraph(html);
  expect(found).toMatchObject({
    ogTitle: title,
    ogType: "music.song",
    ogUrl: url,
    ogSiteName: "Ngân Nga",
    ogLocale: "vi_VN",
    ogAudio: `${site.origin}${song.audio_url}`,
    ogAudioType: "audio/mpeg",
    musicDuration: String(Math.round(song.duration ?? 0)),
    twitterCard: "summary_large_image",
  });
  expect(found.ogDescription).toContain("Nhạc do AI tạo");
  expect(found.ogImage).toEqual([
    {
      url: expect.stringMatching(new RegExp(`^${site.origin}/share/songs/${song.id}\\.jpg`)),
      type: "image/jpeg",
      width: "1200",
      height: "630",
      alt: expect.stringContaining(title),
    },
  ]);

  const { MusicRecording: recording, BreadcrumbList: way } = dataOf(html);
  expect(recording).toMatchObject({
    "@id": url,
    name: title,
    duration: "PT44S",
    genre: song.categories.map(({ name }) => name),
    byArtist: { name: "Hiên Nhà" },
    isAccessibleForFree: true,
    creditText: "Nhạc do AI tạo",
    digitalSourceType: "https://schema.org/TrainedAlgorithmicMediaDigitalSource",
  });
  const steps = way?.itemListElement as { name: string; item: string }[];
  expect(steps.map(({ name }) => name)).toEqual(["Trang chủ", "Thư viện bài hát", song.categories[0]?.name, title]);
});

test("a premium song has no audio in its share tags, also for a premium user", async ({ page, site }) => {
  const song = await site.songNamed("Gửi người ở lại");
  const { html } = await sent(`${site.origin}/songs/${song.id}`);
  const found = await openGraph(html);
  expect(found).toMatchObject({ ogTitle: song.title, ogType: "music.song" });
  expect(found).not.toHaveProperty("ogAudio");
  expect(dataOf(html).MusicRecording).toMatchObject({ isAccessibleForFree: false });
  expect(html).not.toContain("signature");

  const member = await site.makeUser({ premium: true });
  await page.addInitScript((token) => localStorage.setItem("userToken", token), member.token);
  await open(page, `/songs/${song.id}`);
  await expect(page.getByRole("button", { name: `Phát: ${song.title}` })).toBeVisible();
  expect((await headTags(page)).join("\n")).not.toContain("/uploads/");
});

test("a song's page links to its oEmbed response with the player", async ({ site }) => {
  const { id } = await site.songNamed(title);
  const { html } = await sent(`${site.origin}/songs/${id}`);
  const link = /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)"/.exec(html)?.[1] ?? "";
  const answer = (await (await fetch(link.replaceAll("&amp;", "&"))).json()) as { html: string; title: string };
  expect(answer.title).toBe(title);
  const player = /src="([^"]*)"/.exec(answer.html)?.[1] ?? "";
  expect(player).toBe(`${site.origin}/embed/songs/${id}`);
  expect((await sent(player)).status).toBe(200);
});

test("the library has canonical URLs for pages and genres, not for searches and sizes", async ({ site }) => {
  const { id } = await site.categoryNamed("Indie Acoustic");
  for (const [address, canonical, shown] of [
    ["/songs", "/songs", "Thư viện bài hát · Ngân Nga"],
    ["/songs?page=2", "/songs?page=2", "Thư viện bài hát - Trang 2 · Ngân Nga"],
    ["/songs?size=24", "/songs", "Thư viện bài hát · Ngân Nga"],
    ["/songs?size=8&page=3", "/songs?page=2", "Thư viện bài hát - Trang 3 · Ngân Nga"],
    ["/songs?page=99", "/songs?page=2", "Thư viện bài hát - Trang 2 · Ngân Nga"],
    ["/songs?utm_source=zalo", "/songs", "Thư viện bài hát · Ngân Nga"],
    [`/songs?category=${id}`, `/songs?category=${id}`, "Bài hát thể loại Indie Acoustic · Ngân Nga"],
    ["/songs?category=999999", "/songs", "Thư viện bài hát · Ngân Nga"],
    ["/songs?q=mua", undefined, "mua · Tìm bài hát · Ngân Nga"],
    ["/songs?q=zzzz", undefined, "zzzz · Tìm bài hát · Ngân Nga"],
  ] as const) {
    const { html } = await sent(`${site.origin}${address}`);
    const links = [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map((found) => found[1]);
    expect(links, address).toEqual(canonical === undefined ? [] : [`${site.origin}${canonical}`]);
    expect(html.includes('<meta name="robots" content="noindex"/>'), address).toBe(canonical === undefined);
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1], address).toBe(shown);
    expect((await openGraph(html)).ogUrl, address).toBe(`${site.origin}${canonical ?? address}`);
  }
  const { html } = await sent(`${site.origin}/songs?category=${id}`);
  const steps = dataOf(html).BreadcrumbList?.itemListElement as { name: string; item: string }[];
  expect(steps.at(-1)).toMatchObject({ name: "Indie Acoustic", item: `${site.origin}/songs?category=${id}` });
  expect(html).toMatch(/<meta name="description" content="[^"]*Indie Acoustic/);
});

test("forms, missing pages and embeds are noindex", async ({ site }) => {
  const { id } = await site.songNamed(title);
  for (const [address, status] of [
    ["/login", 200],
    ["/register", 200],
    ["/khong-co", 404],
    ["/songs/999999", 404],
    [`/embed/songs/${id}`, 200],
    ["/embed/songs/999999", 404],
  ] as const) {
    const answer = await sent(`${site.origin}${address}`);
    expect(answer.status, address).toBe(status);
    expect(answer.html.match(/<meta name="robots" content="noindex"\/>/g), address).toHaveLength(1);
    expect(answer.html, address).not.toContain('rel="canonical"');
  }
});

test("each URL of the sitemap responds, is canonical and may be indexed", async ({ site }) => {
  const map = (await sent(`${site.origin}/sitemap.xml`)).html;
  const addresses = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
  expect(addresses).toContain(`${site.origin}/songs`);
  expect(addresses).not.toContain(`${site.origin}/login`);
  const songs = await site.api<{ id: number }[]>("GET /api/songs?limit=100");
  for (const { id } of songs) expect(addresses).toContain(`${site.origin}/songs/${id}`);
  const robots = (await sent(`${site.origin}/robots.txt`)).html;
  expect(robots).toContain(`Sitemap: ${site.origin}/sitemap.xml`);
  const closed = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path = ""]) => path);
  for (const address of addresses) {
    const { status, html } = await sent(address);
    expect(status, address).toBe(200);
    expect(html, address).toContain(`<link rel="canonical" href="${address.replaceAll("&", "&amp;")}"/>`);
    expect(html, address).not.toContain("noindex");
    for (const path of closed) expect(new URL(address).pathname.startsWith(path), address).toBe(false);
  }
});

test("a page has the same head after a navigation as after a load", async ({ page, site }) => {
  const song = await site.songNamed(title);
  const { id } = await site.categoryNamed("Indie Acoustic");
  const first: Record<string, string[]> = {};
  for (const address of ["/songs", `/songs/${song.id}`, `/songs?category=${id}`, "/login"]) {
    await open(page, address);
    await expectNoDoubles(page);
    first[address] = await headTags(page);
  }

  await open(page, "/songs");
  await card(page, title).getByRole("link", { name: title, exact: true }).click();
  await expect(page).toHaveTitle(`${title} · Ngân Nga`);
  await expectNoDoubles(page);
  await expect.poll(() => headTags(page)).toEqual(first[`/songs/${song.id}`]);

  await page.getByRole("link", { name: "Indie Acoustic" }).click();
  await expect(page).toHaveTitle("Bài hát thể loại Indie Acoustic · Ngân Nga");
  await expectNoDoubles(page);
  await expect.poll(() => headTags(page)).toEqual(first[`/songs?category=${id}`]);

  await page.getByLabel("Thể loại").selectOption({ label: "Tất cả thể loại" });
  await expect(page).toHaveTitle("Thư viện bài hát · Ngân Nga");
  await expect.poll(() => headTags(page)).toEqual(first["/songs"]);

  await page.getByRole("banner").getByRole("link", { name: "Đăng nhập" }).click();
  await expect(page).toHaveTitle("Đăng nhập · Ngân Nga");
  await expectNoDoubles(page);
  await expect.poll(() => headTags(page)).toEqual(first["/login"]);
});

test("a page has one title while its song is loading", async ({ page, site }) => {
  const song = await site.songNamed(title);
  await open(page, "/songs");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/songs\/\d+$/, async (route) => {
    await held;
    await route.continue();
  });
  await card(page, title).getByRole("link", { name: title, exact: true }).click();
  await expect(page).toHaveTitle("Bài hát · Ngân Nga");
  await expectNoDoubles(page);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${site.origin}/songs/${song.id}`);
  release();
  await expect(page).toHaveTitle(`${title} · Ngân Nga`);
  await expectNoDoubles(page);
});

test("the manifest describes the site, and its icons have their declared types and sizes", async ({ page, site }) => {
  await open(page, "/songs");
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const response = await fetch(new URL(address ?? "", site.origin));
  expect(response.headers.get("content-type")).toMatch(/^application\/manifest\+json/);
  const manifest = (await response.json()) as {
    lang: string;
    start_url: string;
    background_color: string;
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({ lang: "vi", start_url: "/", short_name: "Ngân Nga" });
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--surface"));
  expect(manifest.background_color).toBe(ground.trim());
  expect(manifest.icons.filter(({ purpose }) => purpose === "maskable")).not.toHaveLength(0);
  for (const icon of manifest.icons) {
    const sizes = await page.evaluate(async ({ src, type }) => {
      const answer = await fetch(src);
      if (answer.headers.get("content-type") !== type) return `${answer.status} ${answer.headers.get("content-type")}`;
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, icon);
    if (icon.sizes !== "any") expect(sizes, icon.src).toBe(icon.sizes);
    else expect(sizes, icon.src).toMatch(/^\d+x\d+$/);
  }
});
