import { formatCoinSubject } from '@sarraf/domain';
import type { Language } from '../identity/index.ts';
import { isolateLatin, localizeDigits } from './format.ts';
import { ALARM_WORDS, formatMessage } from './messages.ts';
import type { AlarmsNotice } from './notice.ts';

type Alarm = AlarmsNotice['alarms'][number];

/** Returns the alarm in one line; an empty text for none. */
export function formatAlarm(alarm: Alarm | undefined, language: Language): string {
  if (!alarm) return '';
  const { kind, subject, figure } = alarm;
  return formatMessage(language, ALARM_WORDS[language][kind], {
    // As people write it, and in letters that an SMS has.
    subject: formatCoinSubject(subject, language) ?? isolateLatin(subject.replaceAll('_', ' '), language),
    reason: subject,
    figure: localizeDigits(`${figure ?? 0}`, language),
    known: `${figure !== null}`,
  });
}

/** Returns one line per alarm, for a chat room. */
export const formatAlarms = (alarms: readonly Alarm[], language: Language): string =>
  alarms.map((alarm) => `• ${formatAlarm(alarm, language)}`).join('\n');
