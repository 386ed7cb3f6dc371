import { useTranslations } from 'use-intl';

/** Returns the name and description of a job; for a job of an older version its key. */
export function useJobTexts(): (job: string) => { name: string; text: string } {
  const t = useTranslations('staffOperations.job');
  return (job) => {
    const key = job as 'send-notice';
    return t.has(`${key}.name`)
      ? { name: t(`${key}.name`), text: t(`${key}.text`) }
      : { name: job, text: '' };
  };
}
