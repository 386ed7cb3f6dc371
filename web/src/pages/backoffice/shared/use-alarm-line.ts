import { formatCoinSubject } from '@sarraf/domain';
import type { AlarmView } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useJobTexts } from './job-words.ts';

const JOB_ALARM_KINDS: readonly AlarmView['kind'][] = ['JOBS_LATE', 'JOBS_GIVEN_UP'];

/** Returns an alarm as one line of text. */
export function useAlarmText(): (alarm: Pick<AlarmView, 'kind' | 'subject' | 'figure'>) => string {
  const t = useTranslations('staffAlarms.kind');
  const followers = useTranslations('staffOperations.follower');
  const jobWords = useJobTexts();
  const { digits, language } = useFormat();
  const getSubjectName = (kind: AlarmView['kind'], subject: string): string => {
    if (JOB_ALARM_KINDS.includes(kind)) return jobWords(subject).name;
    const follower = subject as 'trades';
    if (kind === 'FOLLOWER_BEHIND' && followers.has(follower)) return followers(follower);
    return formatCoinSubject(subject, language) ?? subject;
  };
  // Isolated, so that host names keep their direction within a Persian sentence.
  return ({ kind, subject, figure }) =>
    t(kind, {
      subject: `\u2068${getSubjectName(kind, subject)}\u2069`,
      figure: digits(String(figure ?? 0)),
      known: String(figure !== null),
      reason: subject,
    });
}
