import { describe, expect, it } from "vitest";
import { isWorkingDay, workingDaysAfter } from "#contract/working-days.ts";
import { startOfVietnamDay, vietnamDay } from "#server/platform/vietnam-time.ts";
import { dueAfter, dueAfterWait } from "./working-days.ts";

const dayMs = 24 * 3_600_000;
const years = [2026, 2027, 2028, 2029, 2030];
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const plus = (day: string, days: number) => dayOf(Date.parse(day) + days * dayMs);
const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay());

/** The time of a new moon, within minutes. @param k number of moons since January 1900. Source: Meeus, Astronomical Formulae, chapter 32. */
function newMoon(k: number): number {
  const t = k / 1236.85;
  const sin = (degrees: number) => Math.sin((degrees * Math.PI) / 180);
  const sun = 359.2242 + 29.10535608 * k - 0.0000333 * t ** 2;
  const moon = 306.0253 + 385.81691806 * k + 0.0107306 * t ** 2;
  const latitude = 21.2964 + 390.67050646 * k - 0.0016528 * t ** 2;
  const mean = 2415020.75933 + 29.53058868 * k + 0.0001178 * t ** 2 + 0.00033 * sin(166.56 + 132.87 * t);
  const corrections =
    (0.1734 - 0.000393 * t) * sin(sun) +
    0.0021 * sin(2 * sun) -
    0.4068 * sin(moon) +
    0.0161 * sin(2 * moon) -
    0.0004 * sin(3 * moon) +
    0.0104 * sin(2 * latitude) -
    0.0051 * sin(sun + moon) -
    0.0074 * sin(sun - moon) +
    0.0004 * sin(2 * latitude + sun) -
    0.0004 * sin(2 * latitude - sun) -
    0.0006 * sin(2 * latitude + moon) +
    0.001 * sin(2 * latitude - moon) +
    0.0005 * sin(sun + 2 * moon);
  const clockError = -0.000278 + 0.000265 * t + 0.000262 * t ** 2;
  return (mean + corrections - clockError - 2440587.5) * dayMs;
}

/**
 * The first day of the first lunar month: the day in Vietnam of the new moon between 21 January and 20 February. No year from 2026 to 2030
 * has a leap month before the fifth, so the third month begins two moons later.
 */
function lunarDays(year: number): { tet: string; hungKings: string } {
  const first = Math.floor((year - 1900) * 12.3685);
  for (let k = first - 2; ; k++) {
    const tet = vietnamDay(newMoon(k));
    if (tet >= `${year}-01-21` && tet <= `${year}-02-20`) {
      return { tet, hungKings: plus(vietnamDay(newMoon(k + 2)), 9) };
    }
  }
}

/** The days off of a year by the law: holidays, and for each one at a weekend the next weekday that is not off already. */
function daysOff(year: number): string[] {
  const { tet, hungKings } = lunarDays(year);
  const nationalDay = `${year}-09-02`;
  const second = year === 2026 ? -1 : new Date(nationalDay).getUTCDay() === 6 ? -1 : 1;
  const groups = [
    [`${year}-01-01`],
    [-1, 0, 1, 2, 3].map((days) => plus(tet, days)),
    [hungKings],
    [`${year}-04-30`, `${year}-05-01`],
    [nationalDay, plus(nationalDay, second)],
    [`${year}-11-24`],
  ];
  const off = new Set(groups.flat());
  for (const group of groups) {
    for (const holiday of group.filter(isWeekend)) {
      let day = holiday;
      while (isWeekend(day) || off.has(day)) day = plus(day, 1);
      off.add(day);
    }
  }
  if (year === 2026) for (const bridging of ["2026-01-02", "2026-08-31"]) off.add(bridging);
  return [...off].filter((day) => !isWeekend(day)).toSorted();
}

/** Days off beside another holiday. */
const besides = new Set(
  "2026-04-30 2026-05-01 2027-04-30 2028-05-01 2028-05-02 2029-04-30 2029-05-01 2030-04-30 2030-05-01".split(" "),
);

describe("working days", () => {
  it("finds the lunar days by the moon, one of them a day before China's", () => {
    expect(years.map((year) => lunarDays(year).tet)).toEqual([
      "2026-02-17",
      "2027-02-06",
      "2028-01-26",
      "2029-02-13",
      "2030-02-02",
    ]);
  });

  it.each([
    ["New Year, with its bridging day", ["2026-01-01", "2026-01-02"]],
    ["Tết 2026, the 17th of February", ["2026-02-16", "2026-02-17", "2026-02-18", "2026-02-19", "2026-02-20"]],
    ["Tết 2027, Saturday the 6th", ["2027-02-05", "2027-02-08", "2027-02-09", "2027-02-10", "2027-02-11"]],
    ["Tết 2028, the 26th of January", ["2028-01-25", "2028-01-26", "2028-01-27", "2028-01-28", "2028-01-31"]],
    ["Tết 2029, the 13th of February", ["2029-02-12", "2029-02-13", "2029-02-14", "2029-02-15", "2029-02-16"]],
    ["Tết 2030, Saturday the 2nd", ["2030-02-01", "2030-02-04", "2030-02-05", "2030-02-06", "2030-02-07"]],
    ["the Hùng kings", ["2026-04-27", "2027-04-16", "2028-04-04", "2029-04-23", "2030-04-12"]],
    ["Reunification", ["2026-04-30", "2027-04-30", "2028-05-02", "2029-04-30", "2030-04-30"]],
    ["Labour Day", ["2026-05-01", "2027-05-03", "2028-05-01", "2029-05-01", "2030-05-01"]],
    ["National Day 2026, with its bridging day", ["2026-08-31", "2026-09-01", "2026-09-02"]],
    ["National Day 2027", ["2027-09-02", "2027-09-03"]],
    ["National Day 2028, a Saturday", ["2028-09-01", "2028-09-04"]],
    ["National Day 2029, a Sunday", ["2029-09-03", "2029-09-04"]],
    ["National Day 2030", ["2030-09-02", "2030-09-03"]],
    ["New Year of later years", ["2027-01-01", "2028-01-03", "2029-01-01", "2030-01-01"]],
    ["Culture Day", ["2026-11-24", "2027-11-24", "2028-11-24", "2029-11-26", "2030-11-25"]],
  ])("leave out %s, and no day beside it", (_name, days) => {
    for (const day of days) expect(isWorkingDay(day), day).toBe(false);
    for (const day of days.flatMap((each) => [plus(each, -1), plus(each, 1)])) {
      if (!isWeekend(day) && !days.includes(day)) expect([day, isWorkingDay(day)]).toEqual([day, !besides.has(day)]);
    }
  });

  it.each(years)("are all weekdays of %i but its holidays and the days given for them", (year) => {
    const off: string[] = [];
    for (let day = `${year}-01-01`; day < `${year + 1}`; day = plus(day, 1)) {
      if (isWeekend(day)) expect(isWorkingDay(day), day).toBe(false);
      else if (!isWorkingDay(day)) off.push(day);
    }
    expect(off).toEqual(daysOff(year));
  });

  it("after the known years are weekdays without a fixed holiday", () => {
    expect(["2031-01-01", "2031-04-30", "2031-05-01", "2031-09-02"].map(isWorkingDay)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(["2031-01-23", "2031-09-03", "2031-09-06"].map(isWorkingDay)).toEqual([true, true, false]);
  });
});

describe("the working days that are left", () => {
  it.each([
    ["2026-06-01", "2026-06-04", 3],
    ["2026-06-03", "2026-06-08", 3],
    ["2026-06-06", "2026-06-08", 1],
    ["2026-02-13", "2026-02-25", 3],
    ["2026-06-04", "2026-06-04", 0],
    ["2026-06-05", "2026-06-04", 0],
    ["2026-06-05", "2999-06-04", 100],
  ])("after %s until %s are %i", (from, to, days) => {
    expect(workingDaysAfter(from, to)).toBe(days);
  });
});

describe("due time", () => {
  const due = (time: string) => dueAfter(Date.parse(time));
  const endOf = (day: string) => new Date(startOfVietnamDay(day).getTime() + dayMs - 1).toISOString();

  it("is the last millisecond of a day in Vietnam", () => {
    expect(due("2026-06-01T02:00:00Z")).toBe("2026-06-04T16:59:59.999Z");
  });

  it.each([
    ["a Monday", "2026-06-01T02:00:00Z", "2026-06-04"],
    ["a Wednesday, over the weekend", "2026-06-03T02:00:00Z", "2026-06-08"],
    ["a Saturday", "2026-06-06T02:00:00Z", "2026-06-10"],
    ["a Sunday", "2026-06-07T02:00:00Z", "2026-06-10"],
    ["Sunday in UTC, already Monday in Vietnam", "2026-06-07T17:00:00Z", "2026-06-11"],
    ["a millisecond before that Monday", "2026-06-07T16:59:59.999Z", "2026-06-10"],
    ["the end of 2026", "2026-12-30T03:00:00Z", "2027-01-05"],
    ["the end of 2027, with a holiday on a Saturday", "2027-12-30T03:00:00Z", "2028-01-05"],
    ["before the Hùng kings on a Sunday", "2026-04-24T03:00:00Z", "2026-05-04"],
    ["before 30 April on a Sunday", "2028-04-28T03:00:00Z", "2028-05-05"],
    ["before Tết 2026", "2026-02-13T03:00:00Z", "2026-02-25"],
    ["during Tết 2027", "2027-02-08T03:00:00Z", "2027-02-16"],
    ["before Tết 2028", "2028-01-24T03:00:00Z", "2028-02-03"],
    ["before Tết 2029", "2029-02-09T03:00:00Z", "2029-02-21"],
    ["before Tết 2030", "2030-01-31T03:00:00Z", "2030-02-12"],
    ["before National Day 2028 on a Saturday", "2028-08-31T03:00:00Z", "2028-09-07"],
  ])("for %s", (_when, time, day) => {
    expect(due(time)).toBe(endOf(day));
  });
});

describe("a clock that stood still", () => {
  const at = (time: string) => Date.parse(`${time.replace(" ", "T")}+07:00`);
  const endOf = (day: string) => new Date(at(`${day} 23:59:59.999`)).toISOString();

  it.each([
    ["the same minute", "2026-03-04", "2026-03-03 09:00", "2026-03-03 09:01", "2026-03-04"],
    ["a minute around midnight", "2026-03-04", "2026-03-03 23:59", "2026-03-04 00:00", "2026-03-04"],
    ["an afternoon", "2026-03-04", "2026-03-03 13:00", "2026-03-03 18:00", "2026-03-04"],
    ["a night", "2026-03-05", "2026-03-03 20:00", "2026-03-04 09:00", "2026-03-06"],
    ["a whole day", "2026-03-04", "2026-03-03 09:00", "2026-03-04 09:00", "2026-03-05"],
    ["Friday evening to Tuesday", "2026-03-11", "2026-03-06 20:00", "2026-03-10 09:00", "2026-03-13"],
    ["a weekend", "2026-03-10", "2026-03-06 23:00", "2026-03-09 01:00", "2026-03-10"],
    ["Saturday to Sunday", "2026-03-10", "2026-03-07 09:00", "2026-03-08 21:00", "2026-03-10"],
    [
      "Tết, of which Friday and Monday are working days",
      "2026-02-13",
      "2026-02-13 00:00",
      "2026-02-24 00:00",
      "2026-02-24",
    ],
    ["the night after the due day", "2026-03-04", "2026-03-04 20:00", "2026-03-05 07:00", "2026-03-05"],
    ["the weekend after the due day", "2026-03-06", "2026-03-06 20:00", "2026-03-09 07:00", "2026-03-09"],
    [
      "from the last moment of the due day to Sunday",
      "2026-03-06",
      "2026-03-06 23:59:59.999",
      "2026-03-08 10:00",
      "2026-03-09",
    ],
    [
      "more than a day from the evening of the due day",
      "2026-03-06",
      "2026-03-06 20:00",
      "2026-03-10 05:30",
      "2026-03-10",
    ],
    ["a night when it was late before", "2026-03-03", "2026-03-04 20:00", "2026-03-05 07:00", "2026-03-03"],
    ["a week after the due day", "2026-03-02", "2026-03-03 00:00", "2026-03-10 00:00", "2026-03-09"],
  ])("%s", (_, due, since, now, then) => {
    expect(dueAfterWait(endOf(due), at(since), at(now))).toBe(endOf(then));
  });

  it("moves a due day over Tết too", () => {
    expect(dueAfterWait(endOf("2026-02-13"), at("2026-02-11 09:00"), at("2026-02-12 09:00"))).toBe(endOf("2026-02-23"));
  });
});
