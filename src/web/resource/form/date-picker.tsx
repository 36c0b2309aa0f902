/** Pickers of days in Vietnam, which are texts such as `2026-11-22`, and of moments, which are ISO times; an empty text is none. */
import {
  type CalendarDate,
  type CalendarDateTime,
  endOfMonth,
  parseAbsolute,
  parseDate,
  parseTime,
  startOfMonth,
  toCalendarDateTime,
  today,
  toZoned,
} from "@internationalized/date";
import { CalendarDays, ChevronLeft, ChevronRight, X } from "lucide";
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useLayoutEffect, useRef } from "react";
import {
  DatePicker as AriaDatePicker,
  DateRangePicker as AriaDateRangePicker,
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  DateInput,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
  OverlayTriggerStateContext,
  RangeCalendar,
} from "react-aria-components";
import { Icon } from "../../ui/icon.tsx";
import { onDismiss } from "../../ui/on-dismiss.ts";
import styles from "./date-picker.module.css";
import { FieldPanel } from "./field-panel.tsx";

export interface Days {
  from: string;
  to: string;
}

interface PickerProps {
  "aria-label"?: string;
  "aria-labelledby"?: string;
  "aria-describedby"?: string;
  isInvalid?: boolean;
  isRequired?: boolean;
  onBlur?: () => void;
  /** First day that can be picked. */
  min?: string;
  /** Last day that can be picked. */
  max?: string;
}

interface DayPickerProps extends PickerProps {
  value: string;
  onChange: (day: string) => void;
}

/** Picks one day, by typing or in a calendar. */
export function DayPicker({ value, onChange, min, max, ...props }: DayPickerProps) {
  const anchor = `--${useId()}`;
  const day = parseDay(value);
  return (
    <I18nProvider locale="vi-VN">
      <AriaDatePicker
        {...props}
        validationBehavior="aria"
        firstDayOfWeek="mon"
        minValue={parseDay(min)}
        maxValue={parseDay(max)}
        value={day}
        onChange={(picked) => onChange(picked?.toString() ?? "")}
      >
        <Box anchor={anchor} onClear={day ? () => onChange("") : undefined}>
          <Segments />
        </Box>
        <CalendarPanel anchor={anchor}>
          <Calendar>
            <Month />
          </Calendar>
        </CalendarPanel>
      </AriaDatePicker>
    </I18nProvider>
  );
}

const vietnam = "Asia/Ho_Chi_Minh";
/** What a day that is picked in the calendar begins with. */
const eveningTime = parseTime("20:00");

interface MomentPickerProps extends Omit<PickerProps, "min" | "max"> {
  value: string;
  onChange: (time: string) => void;
}

/** Picks a day from today on and a time of the clock in Vietnam. */
export function MomentPicker({ value, onChange, ...props }: MomentPickerProps) {
  const anchor = `--${useId()}`;
  const moment = parseMoment(value);
  return (
    <I18nProvider locale="vi-VN">
      <AriaDatePicker
        {...props}
        granularity="minute"
        hourCycle={24}
        validationBehavior="aria"
        firstDayOfWeek="mon"
        minValue={toCalendarDateTime(today(vietnam))}
        placeholderValue={toCalendarDateTime(today(vietnam), eveningTime)}
        value={moment}
        onChange={(picked) => onChange(picked ? toZoned(picked, vietnam).toAbsoluteString() : "")}
      >
        <Box anchor={anchor} onClear={moment ? () => onChange("") : undefined}>
          <Segments />
        </Box>
        <CalendarPanel anchor={anchor}>
          <Calendar>
            <Month />
          </Calendar>
        </CalendarPanel>
      </AriaDatePicker>
    </I18nProvider>
  );
}

interface RangePickerProps extends PickerProps, Days {
  onChange: (days: Days) => void;
}

/** Picks a range of days, by typing, in a calendar or from presets. */
export function RangePicker({ from, to, onChange, min, max, ...props }: RangePickerProps) {
  const anchor = `--${useId()}`;
  const [start, end] = [parseDay(from), parseDay(to)];
  return (
    <I18nProvider locale="vi-VN">
      <AriaDateRangePicker
        {...props}
        validationBehavior="aria"
        firstDayOfWeek="mon"
        minValue={parseDay(min)}
        maxValue={parseDay(max)}
        value={start && end ? { start, end } : null}
        onChange={(range) => onChange({ from: range?.start.toString() ?? "", to: range?.end.toString() ?? "" })}
      >
        <Box anchor={anchor} onClear={start && end ? () => onChange({ from: "", to: "" }) : undefined}>
          <Segments slot="start" />
          <span aria-hidden="true">–</span>
          <Segments slot="end" />
        </Box>
        <CalendarPanel anchor={anchor}>
          <Presets limits={{ from: min ?? "", to: max ?? "" }} onChange={onChange} />
          <RangeCalendar>
            <Month />
          </RangeCalendar>
        </CalendarPanel>
      </AriaDateRangePicker>
    </I18nProvider>
  );
}

interface DateRangePickerProps extends Days {
  label: string;
  min?: string;
  max?: string;
  onChange: (days: Days) => void;
}

/** A range of days as the filter of a list, outside of a form. */
export function DateRangePicker({ label, ...props }: DateRangePickerProps) {
  return <RangePicker {...props} aria-label={label} />;
}

/** React Aria's own are English. */
const placeholders: Readonly<Record<string, string>> = {
  day: "ngày",
  month: "tháng",
  year: "năm",
  hour: "giờ",
  minute: "phút",
};

function Segments({ slot }: { slot?: "start" | "end" }) {
  return (
    <DateInput slot={slot} className={`${styles.dateSegments} num`}>
      {(segment) => (
        <DateSegment segment={segment} className={styles.dateSegment}>
          {({ isPlaceholder, type, text }) => (isPlaceholder && placeholders[type]) || text}
        </DateSegment>
      )}
    </DateInput>
  );
}

function Box({
  anchor,
  onClear,
  children,
}: {
  anchor: string;
  onClear: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <Group className={`input ${styles.dateBox}`} style={{ anchorName: anchor } as object}>
      {children}
      <span className={styles.dateActs}>
        {onClear && (
          // Not React Aria's button, which would open the calendar.
          <button type="button" className="ibtn ibtn--sm" aria-label="Xóa ngày" onClick={onClear}>
            <Icon icon={X} />
          </button>
        )}
        <Button className="ibtn ibtn--sm">
          <Icon icon={CalendarDays} />
        </Button>
      </span>
    </Group>
  );
}

/** The panel of the calendar. The focus returns to the button that opened it; Esc closes the panel and not the dialog around the field. */
function CalendarPanel({ anchor, children }: { anchor: string; children: ReactNode }) {
  const state = useContext(OverlayTriggerStateContext);
  const isOpen = state?.isOpen ?? false;
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<Element>(null);
  const close = useRef<() => void>(undefined);
  useEffect(() => {
    close.current = () => state?.close();
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    opener.current = document.activeElement;
    return () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen || !panel.current) return;
    return onDismiss(panel.current, () => close.current?.());
  }, [isOpen]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    state?.close();
  }

  return (
    <FieldPanel ref={panel} isOpen={isOpen} anchor={anchor} className={styles.calendarPanel}>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the controls inside
        <div onKeyDownCapture={onKeyDown}>
          <Dialog className={styles.dateDialog}>{children}</Dialog>
        </div>
      )}
    </FieldPanel>
  );
}

function Month() {
  return (
    <>
      <header className={styles.calendarHead}>
        <Button slot="previous" className="ibtn ibtn--sm">
          <Icon icon={ChevronLeft} />
        </Button>
        <CalendarHeading className={styles.calendarMonth} />
        <Button slot="next" className="ibtn ibtn--sm">
          <Icon icon={ChevronRight} />
        </Button>
      </header>
      <CalendarGrid className={styles.calendarGrid} weekdayStyle="narrow">
        <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarCell date={date} className={`${styles.calendarDay} num`} />}
        </CalendarGridBody>
      </CalendarGrid>
    </>
  );
}

const ranges = [
  { name: "Hôm nay", range: (day: CalendarDate) => [day, day] },
  { name: "7 ngày", range: (day: CalendarDate) => [day.subtract({ days: 6 }), day] },
  { name: "30 ngày", range: (day: CalendarDate) => [day.subtract({ days: 29 }), day] },
  { name: "Tháng này", range: (day: CalendarDate) => [startOfMonth(day), endOfMonth(day)] },
] as const;

/** Ranges that end today or cover this month, in Vietnam. */
export const dayPresets = ranges.map(({ name, range }) => ({
  name,
  days(): Days {
    const [from, to] = range(today(vietnam)).map(String) as [string, string];
    return { from, to };
  },
}));

/** Presets as buttons. Those that the limits leave nothing of are disabled. */
function Presets({ limits, onChange }: { limits: Days; onChange: (days: Days) => void }) {
  const state = useContext(OverlayTriggerStateContext);
  return (
    <div className={styles.datePresets}>
      {dayPresets.map(({ name, days: preset }) => {
        const { from, to } = preset();
        const days = {
          from: from < limits.from ? limits.from : from,
          to: limits.to && to > limits.to ? limits.to : to,
        };
        return (
          <button
            key={name}
            type="button"
            className="btn btn--sm btn--line"
            disabled={days.from > days.to}
            title={days.from > days.to ? "Chưa có ngày nào trong khoảng này" : undefined}
            onClick={() => {
              onChange(days);
              state?.close();
            }}
          >
            {name}
          </button>
        );
      })}
    </div>
  );
}

/** Returns null for what is no day, such as a text of a URL. */
function parseDay(text: string | undefined): CalendarDate | null {
  try {
    return text ? parseDate(text) : null;
  } catch {
    return null;
  }
}

/** Returns null for what is no ISO time. */
function parseMoment(text: string): CalendarDateTime | null {
  try {
    return text ? toCalendarDateTime(parseAbsolute(text, vietnam)) : null;
  } catch {
    return null;
  }
}
