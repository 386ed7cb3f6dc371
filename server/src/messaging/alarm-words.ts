import { coinSubject } from '@sarraf/domain';
import type { Language } from '../identity/index.ts';
import { digitsOf, latin } from './format.ts';
import { ALARM_WORDS, formatMessage } from './messages.ts';
import type { AlarmsNotice } from './notice.ts';

type Alarm = AlarmsNotice['alarms'][number];

/** Returns the alarm in one line; an empty text for none. */
export function alarmLine(alarm: Alarm | undefined, language: Language): string {
  if (!alarm) return '';
  const { kind, subject, figure } = alarm;
  return formatMessage(language, ALARM_WORDS[language][kind], {
    // As people write it, and in letters that an SMS has.
    subject: coinSubject(subject, language) ?? latin(subject.replaceAll('_', ' '), language),
    reason: subject,
    figure: digitsOf(`${figure ?? 0}`, language),
    known: `${figure !== null}`,
  });
}

/** Returns one line per alarm, for a chat room. */
export const alarmLines = (alarms: readonly Alarm[], language: Language): string =>
  alarms.map((alarm) => `• ${alarmLine(alarm, language)}`).join('\n');
