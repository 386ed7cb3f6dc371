import type { RecurringSchedule } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';

const WEEKDAYS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const;

/** Returns the schedule as text, "Every Saturday at 10:00", and its parts. */
export function useScheduleText() {
  const t = useTranslations('recurring');
  const { digits } = useFormat();
  const hour = (hourOfDay: number) => digits(`${hourOfDay}:00`);
  const weekday = (dayOfWeek: number) => t(`weekday.${WEEKDAYS[dayOfWeek - 1] ?? 'd1'}`);
  return {
    hour,
    weekday,
    schedule: (of: RecurringSchedule) =>
      t(`schedule.${of.rhythm}`, {
        hour: hour(of.hour),
        weekday: of.rhythm === 'WEEKLY' ? weekday(of.day) : '',
        day: digits(of.day),
      }),
  };
}
