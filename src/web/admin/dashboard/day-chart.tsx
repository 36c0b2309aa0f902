import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { groupedNumber } from "../../lib/format.ts";
import { useTheme } from "../../lib/theme.tsx";
import dashboardStyles from "./dashboard.module.css";
import styles from "./day-chart.module.css";

export interface Point {
  /** `YYYY-MM-DD` */
  day: string;
  value: number;
}

interface DayChartProps {
  title: string;
  /** Noun after the number: `lượt nghe`. */
  noun: string;
  shape: "line" | "bars";
  color: "--accent" | "--info";
  points: readonly Point[];
  /** The sum of as many days before. */
  before: number;
}

const height = 200;
const steps = [1, 2, 5]
  .flatMap((n) => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((power) => n * 10 ** power))
  .toSorted((a, b) => a - b);

/** Formats `YYYY-MM-DD` as `21/11`. */
export function shortDay(day: string): string {
  return `${day.slice(8)}/${day.slice(5, 7)}`;
}

/** Returns a span up to today: `30 ngày qua`. @param days their number */
export function spanText(days: number): string {
  return days === 365 ? "một năm qua" : `${days} ngày qua`;
}

/** Returns a sum against the one of the period before. */
function comparison(total: number, before: number, noun: string): string {
  if (before === 0) return "Kỳ trước chưa có";
  const change = Math.round(((total - before) / before) * 100);
  const words =
    change === 0 ? "bằng" : change > 0 ? `tăng ${groupedNumber(change)}%` : `giảm ${groupedNumber(-change)}%`;
  return `${words} so với kỳ trước (${groupedNumber(before)} ${noun})`;
}

/** A chart of days with a value. */
export function DayChart({ title, noun, shape, color, points, before }: DayChartProps) {
  const { isDark } = useTheme();
  const container = useRef<HTMLDivElement>(null);
  const [hoveredIndex, setHoveredIndex] = useState<number>();
  const total = points.reduce((sum, { value }) => sum + value, 0);
  const peak = points.reduce<Point | undefined>(
    (highest, point) => (highest && highest.value >= point.value ? highest : point),
    undefined,
  );
  const hovered = hoveredIndex === undefined ? undefined : points[hoveredIndex];

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the theme changes the computed styles.
  useEffect(() => {
    const element = container.current;
    if (!element || total === 0) return;
    const style = getComputedStyle(element);
    const token = (name: string) => style.getPropertyValue(name).trim();
    const stroke = token(color);
    const axis = {
      stroke: token("--text-muted"),
      font: `13px ${token("--ff-num")}`,
      grid: { stroke: token("--border"), width: 1 },
      ticks: { show: false },
    };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height,
        padding: [12, 8, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 9, fill: stroke } },
        scales: {
          x: { time: false, range: (_chart, min, max) => [min - 0.5, max + 0.5] },
          y: { range: (_chart, _min, max) => [0, Math.max(4, max * 1.1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            space: 64,
            incrs: [1, 2, 7, 14, 28, 56, 91],
            size: 32,
            gap: 8,
            values: (_chart, splits) => splits.map((index) => (points[index] ? shortDay(points[index].day) : "")),
          },
          {
            ...axis,
            incrs: steps,
            size: (_chart, values) => 16 + 8 * Math.max(1, ...(values ?? []).map((text) => text.length)),
            values: (_chart, splits) => splits.map(groupedNumber),
          },
        ],
        series: [
          {},
          {
            stroke,
            width: shape === "bars" ? 0 : 2,
            fill: shape === "bars" ? stroke : `color-mix(in srgb, ${stroke} 14%, transparent)`,
            points: { show: false },
            ...(shape === "bars" ? { paths: uPlot.paths.bars?.({ size: [0.6, 40], radius: 0.2 }) } : {}),
          },
        ],
        hooks: { setCursor: [({ cursor }) => setHoveredIndex(cursor.idx ?? undefined)] },
      },
      [points.map((_, index) => index), points.map(({ value }) => value)],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [points, total, shape, color, isDark]);

  return (
    <section aria-label={title}>
      <div className={dashboardStyles.panelHead}>
        <h2>{title}</h2>
        <p className="muted num" aria-hidden="true">
          {hovered
            ? `${shortDay(hovered.day)}: ${groupedNumber(hovered.value)} ${noun}`
            : `${groupedNumber(total)} ${noun}`}
        </p>
        <p className={`${styles.before} muted num`}>{comparison(total, before, noun)}</p>
      </div>
      <div
        ref={container}
        className={styles.chart}
        role="img"
        aria-label={`${groupedNumber(total)} ${noun} trong ${spanText(points.length)}${peak ? `, nhiều nhất ${groupedNumber(peak.value)} vào ngày ${shortDay(peak.day)}` : ""}`}
      />
    </section>
  );
}
