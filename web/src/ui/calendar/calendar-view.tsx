import { DayPicker as JalaliPicker } from '@daypicker/persian';
import { DayPicker as GregorianPicker } from '@daypicker/react';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useLanguage } from '../../framework/i18n/language.ts';
import { formatLongDay } from '../fields/date-text.ts';
import css from './calendar.module.css';

export interface CalendarProps {
  /** 1991-03-21, or '' for none. */
  value: string;
  onPick: (day: string) => void;
  /** The first and the last day that can be selected. */
  first: string;
  last: string;
  /** The month shown without a value. */
  around: string;
}

/** Noon, so that no time zone shifts it to another day. */
const toNoonDate = (day: string): Date => new Date(`${day}T12:00:00Z`);

const toIsoDay = (date: Date): string => new Date(date.getTime()).toISOString().slice(0, 10);

/** A month's days with lists of months and years above: birthdays are decades ago. */
export function CalendarView({ value, onPick, first, last, around }: CalendarProps) {
  const language = useLanguage();
  const Picker = language === 'fa' ? JalaliPicker : GregorianPicker;
  const selectedDate = value ? toNoonDate(value) : undefined;
  return (
    <Picker
      mode="single"
      required
      timeZone="UTC"
      noonSafe
      captionLayout="dropdown"
      navLayout="around"
      reverseYears
      fixedWeeks
      autoFocus
      classNames={CLASSES}
      components={{ Chevron }}
      labels={{ labelDayButton: (date) => formatLongDay(toIsoDay(date), language) }}
      selected={selectedDate}
      defaultMonth={selectedDate ?? toNoonDate(around)}
      startMonth={toNoonDate(first)}
      endMonth={toNoonDate(last)}
      disabled={{ before: toNoonDate(first), after: toNoonDate(last) }}
      onSelect={(date: Date) => onPick(toIsoDay(date))}
    />
  );
}

function Chevron({ orientation }: { orientation?: 'left' | 'right' | 'up' | 'down' }) {
  const Icon = orientation === 'left' ? IconChevronLeft : IconChevronRight;
  return <Icon size={20} aria-hidden />;
}

const { root, month, caption, lists, list, label, nav, grid, weekday, day, button } = css;
const CLASSES = {
  root,
  month,
  month_caption: caption,
  dropdowns: lists,
  dropdown_root: list,
  dropdown: css.select,
  caption_label: label,
  button_previous: `${nav} ${css.previous}`,
  button_next: `${nav} ${css.next}`,
  month_grid: grid,
  weekday,
  day,
  day_button: button,
  selected: css.selected,
  today: css.today,
  outside: css.outside,
  disabled: css.disabled,
} as Record<string, string>;
