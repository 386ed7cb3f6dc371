import { useTranslations } from 'use-intl';

/** What a job is called and does; of one that an older version left, its own name. */
export function useJobWords(): (job: string) => { name: string; text: string } {
  const t = useTranslations('staffOperations.job');
  return (job) => {
    const key = job as 'send-notice';
    return t.has(`${key}.name`)
      ? { name: t(`${key}.name`), text: t(`${key}.text`) }
      : { name: job, text: '' };
  };
}
