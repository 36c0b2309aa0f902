import { describe, expect, it } from "vitest";
import { onBothEngines, testApp } from "#test/app.ts";
import { makeUser } from "#test/factories.ts";
import { extended, free, isPremium, type Subscription, upgraded, withdrawn } from "./premium.ts";

const premiumUntil = (premium_expires_at: string | null, premium_package_id: number | null = null): Subscription => ({
  subscription_type: "premium",
  premium_expires_at,
  premium_package_id,
});
const at = (text: string) => Date.parse(text);
const grant = (days: number | "lifetime", packageId: number | null = null) => ({ days, packageId });

describe("upgrading", () => {
  it.each([
    ["the end of a month", "2026-01-31T10:00:00.000Z", 30, "2026-03-02T10:00:00.000Z"],
    ["a leap day", "2028-02-29T23:59:59.999Z", 365, "2029-02-28T23:59:59.999Z"],
    ["the day before a leap day", "2028-02-28T00:00:00.000Z", 1, "2028-02-29T00:00:00.000Z"],
    ["the end of February in a common year", "2026-02-28T12:00:00.000Z", 1, "2026-03-01T12:00:00.000Z"],
    ["the end of a year", "2026-12-31T17:00:00.000Z", 7, "2027-01-07T17:00:00.000Z"],
    ["ten years with three leap days", "2026-11-22T08:00:00.000Z", 3650, "2036-11-19T08:00:00.000Z"],
  ])("from %s ends after days of 24 hours", (_, now, days, expires) => {
    expect(upgraded(grant(days, 4), at(now))).toEqual(premiumUntil(expires, 4));
  });

  it("for life has no end", () => {
    expect(upgraded(grant("lifetime", 9), at("2026-11-22T08:00:00Z"))).toEqual(premiumUntil(null, 9));
  });
});

describe("adding days", () => {
  const now = "2026-11-22T08:00:00.000Z";
  it.each([
    ["a free account begins now", free, grant(30, 2), premiumUntil("2026-12-22T08:00:00.000Z", 2)],
    [
      "a running Premium goes on from its end",
      premiumUntil("2026-11-30T20:00:00.000Z", 1),
      grant(30, 2),
      premiumUntil("2026-12-30T20:00:00.000Z", 2),
    ],
    [
      "a running Premium goes on over a leap day",
      premiumUntil("2028-02-01T00:00:00.000Z"),
      grant(29),
      premiumUntil("2028-03-01T00:00:00.000Z"),
    ],
    [
      "a Premium that ends in a millisecond goes on from its end",
      premiumUntil("2026-11-22T08:00:00.001Z"),
      grant(1),
      premiumUntil("2026-11-23T08:00:00.001Z"),
    ],
    [
      "an ended Premium begins now",
      premiumUntil("2025-01-31T00:00:00.000Z"),
      grant(7),
      premiumUntil("2026-11-29T08:00:00.000Z"),
    ],
    ["a permanent Premium stays", premiumUntil(null, 3), grant(30, 2), premiumUntil(null, 3)],
    [
      "a permanent Premium stays with a second one for life",
      premiumUntil(null, 3),
      grant("lifetime", 2),
      premiumUntil(null, 3),
    ],
    [
      "a running Premium becomes permanent",
      premiumUntil("2027-01-01T00:00:00.000Z", 1),
      grant("lifetime", 2),
      premiumUntil(null, 2),
    ],
    [
      "an ended Premium becomes permanent",
      premiumUntil("2025-01-01T00:00:00.000Z", 1),
      grant("lifetime", 2),
      premiumUntil(null, 2),
    ],
    [
      "days without a package keep the package of before",
      premiumUntil("2026-11-30T00:00:00.000Z", 5),
      grant(1),
      premiumUntil("2026-12-01T00:00:00.000Z", 5),
    ],
    [
      "the last year is 9999",
      premiumUntil("9999-12-01T00:00:00.000Z"),
      grant(3650),
      premiumUntil("9999-12-31T23:59:59.999Z"),
    ],
  ])("%s", (_, current, given, expected) => {
    expect(extended(current, given, at(now))).toEqual(expected);
  });
});

describe("taking back", () => {
  const now = "2026-11-22T08:00:00.000Z";
  it.each([
    [
      "days shortens a running Premium",
      premiumUntil("2026-12-22T08:00:00.000Z", 2),
      7,
      premiumUntil("2026-12-15T08:00:00.000Z", 2),
    ],
    [
      "days of one order leaves those of a later one",
      premiumUntil("2027-01-21T08:00:00.000Z", 2),
      30,
      premiumUntil("2026-12-22T08:00:00.000Z", 2),
    ],
    ["days of which some are used ends it now", premiumUntil("2026-12-01T08:00:00.000Z", 2), 30, free],
    ["all days that are left ends it", premiumUntil("2026-12-22T08:00:00.000Z", 2), 30, free],
    [
      "days of a Premium that ended meanwhile changes nothing",
      premiumUntil("2026-11-01T00:00:00.000Z", 2),
      30,
      premiumUntil("2026-11-01T00:00:00.000Z", 2),
    ],
    ["days leaves a permanent Premium", premiumUntil(null, 3), 30, premiumUntil(null, 3)],
    [
      "a permanent one leaves days that were set since",
      premiumUntil("2027-01-01T00:00:00.000Z", 1),
      "lifetime",
      premiumUntil("2027-01-01T00:00:00.000Z", 1),
    ],
    ["from an account that was set free changes nothing", free, 30, free],
    ["a permanent one without another grant leaves nothing", premiumUntil(null, 3), "lifetime", free],
  ] as const)("%s", (_, current, days, expected) => {
    expect(withdrawn(current, { days }, [], at(now))).toEqual(expected);
  });

  it("a permanent one leaves what the other grants give", () => {
    const others = [
      { ...grant(30, 2), at: "2026-11-20T00:00:00.000Z" },
      { ...grant(30, 1), at: "2026-11-10T00:00:00.000Z" },
    ];
    const left = (given: typeof others) => withdrawn(premiumUntil(null, 3), { days: "lifetime" }, given, at(now));
    expect(left(others)).toEqual(premiumUntil("2027-01-09T00:00:00.000Z", 2));
    expect(left([{ ...grant(30, 2), at: "2026-01-01T00:00:00.000Z" }])).toEqual(free);
    const second = { ...grant("lifetime", 9), at: "2026-11-20T00:00:00.000Z" };
    expect(withdrawn(premiumUntil(null, 3), { days: "lifetime" }, [second], at(now))).toEqual(premiumUntil(null, 9));
  });
});

describe("being Premium", () => {
  const now = "2026-11-22T08:00:00.000Z";
  it.each([
    ["free", false, { ...free, is_active: true }],
    ["permanent", true, { ...premiumUntil(null), is_active: true }],
    ["running", true, { ...premiumUntil("2026-11-22T08:00:00.001Z"), is_active: true }],
    ["ending at this moment", false, { ...premiumUntil(now), is_active: true }],
    ["ended", false, { ...premiumUntil("2026-11-22T07:59:59.999Z"), is_active: true }],
    ["permanent, but locked", false, { ...premiumUntil(null), is_active: false }],
  ])("%s: %s", (_, expected, user) => {
    expect(isPremium(user, now)).toBe(expected);
  });
});

onBothEngines((engine) => {
  describe("granting Premium", () => {
    it("adds up the days of two grants", async () => {
      const app = await testApp(engine);
      const { id } = await makeUser(app);
      const give = (days: number | "lifetime") =>
        app.db.transaction().execute((tx) => app.accounts.grantPremium(tx, id, grant(days)));
      const before = Date.now();
      const first = await give(30);
      expect(first).toMatchObject({ id, is_premium: true, subscription_type: "premium" });
      const expiry = Date.parse(first.premium_expires_at ?? "");
      expect(expiry - before).toBeGreaterThanOrEqual(30 * 24 * 3600_000);
      expect(expiry - Date.now()).toBeLessThanOrEqual(30 * 24 * 3600_000);
      const second = await give(365);
      expect(Date.parse(second.premium_expires_at ?? "") - expiry).toBe(365 * 24 * 3600_000);
      expect(await give("lifetime")).toMatchObject({ premium_expires_at: null });
      expect(await give(30)).toMatchObject({ premium_expires_at: null });
      expect(await app.accounts.user(id)).toMatchObject({ is_premium: true, premium_expires_at: null });
    });

    it("loses no day of grants at the same moment", async () => {
      const app = await testApp(engine);
      const { id } = await makeUser(app);
      const grants = Array.from({ length: 5 }, () =>
        app.db.transaction().execute((tx) => app.accounts.grantPremium(tx, id, grant(10))),
      );
      await Promise.all(grants);
      const { premium_expires_at } = await app.accounts.user(id);
      const days = (Date.parse(premium_expires_at ?? "") - Date.now()) / (24 * 3600_000);
      expect(Math.round(days)).toBe(50);
    });

    it("is undone with its transaction, and refuses an account that does not exist", async () => {
      const app = await testApp(engine);
      const { id } = await makeUser(app);
      const undone = app.db.transaction().execute(async (tx) => {
        await app.accounts.grantPremium(tx, id, grant("lifetime"));
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await app.accounts.user(id)).toMatchObject({ is_premium: false, subscription_type: "free" });
      const missing = app.db.transaction().execute((tx) => app.accounts.grantPremium(tx, id + 1, grant(1)));
      await expect(missing).rejects.toMatchObject({ code: "not_found" });
    });
  });
});
