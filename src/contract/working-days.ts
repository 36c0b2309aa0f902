/** Working days in Vietnam, by which song requests are due; free of zod. */

/**
 * Holidays with a fixed date, as `MM-DD`: New Year, Reunification, Labour Day, National Day (Labour Code 2019, article 112), Culture Day
 * (resolution 80-NQ/TW of 7 January 2026).
 */
const fixedHolidays: ReadonlySet<string> = new Set(["01-01", "04-30", "05-01", "09-02", "11-24"]);

/**
 * All other weekdays off, as `MM-DD` by year: Tết, the Hùng kings (10th of the third lunar month), the second day of National Day (article 112), and the
 * weekdays given for holidays at weekends (article 111, clause 3). Tết and the second day of National Day are announced each year. 2026 is as announced: Tết and
 * National Day by the Government Office on 13 October 2025, New Year by its letter 12729/VPCP-KGVX of 25 December 2025, both with a bridging day (2 January,
 * 31 August). Later years are computed, with one day before Tết and four from it on, as in 2026, and the day after 2 September, or the day before a Saturday, as
 * in 2023. The new moon of Tết is that of Vietnam's clock: 2 February 2030, at 23:08, where China has 3 February. Years after the last of these have the fixed
 * holidays only.
 */
const otherDaysOff: Readonly<Record<string, readonly string[]>> = {
  2026: ["01-02", "02-16", "02-17", "02-18", "02-19", "02-20", "04-27", "08-31", "09-01"],
  2027: ["02-05", "02-08", "02-09", "02-10", "02-11", "04-16", "05-03", "09-03"],
  2028: ["01-03", "01-25", "01-26", "01-27", "01-28", "01-31", "04-04", "05-02", "09-01", "09-04"],
  2029: ["02-12", "02-13", "02-14", "02-15", "02-16", "04-23", "09-03", "09-04", "11-26"],
  2030: ["02-01", "02-04", "02-05", "02-06", "02-07", "04-12", "09-03", "11-25"],
};

/** True for a day on which people work. @param day `YYYY-MM-DD`. */
export function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  const [year, date] = [day.slice(0, 4), day.slice(5)];
  return !fixedHolidays.has(date) && !otherDaysOff[year]?.includes(date);
}

/** Returns the working days after a day up to another one, at most a hundred. @param from, to `YYYY-MM-DD`, in their order */
export function workingDaysAfter(from: string, to: string): number {
  let count = 0;
  for (let day = dayAfter(from); day <= to && count < mostDays; day = dayAfter(day)) if (isWorkingDay(day)) count += 1;
  return count;
}

/** Nothing is due later. */
const mostDays = 100;
const dayMs = 24 * 3_600_000;

/** Returns the next day. @param day `YYYY-MM-DD` */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}
