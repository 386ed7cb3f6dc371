import type { FailedJob, retryJob } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, TwoLine } from '../../../ui/layout/layout.tsx';
import type { StaffAction } from '../shared/action-dialog.tsx';
import { useJobTexts } from '../shared/job-words.ts';
import css from '../shared/parts.module.css';
import own from './operations.module.css';

interface FailedJobsProps {
  jobs: readonly FailedJob[];
  onAction: (act: StaffAction) => void;
}

/** Failed jobs with their last error. */
export function FailedJobs({ jobs, onAction }: FailedJobsProps) {
  const t = useTranslations('staffOperations');
  const { digits, dateTime } = useFormat();
  const getJobTexts = useJobTexts();
  const createRetryAction = ({ id, name }: FailedJob): StaffAction => ({
    title: t('retryTitle'),
    text: `${getJobTexts(name).name}: ${t('retryText')}`,
    confirm: t('retry'),
    successText: t('retried'),
    reasoned: true,
    run: (reason) =>
      call<typeof retryJob>('POST', '/backoffice/jobs/:id/retry', { params: { id }, body: { reason } }),
  });
  return (
    <Card>
      <Stack gap={4} as="section" aria-label={t('failedJobs')}>
        <strong>{t('failedJobs')}</strong>
        {jobs.length === 0 && <p className={css.muted}>{t('noFailed')}</p>}
        {jobs.map((job) => (
          <Cluster key={job.id} gap={3} justify="between" align="start" wrap>
            <TwoLine as="div" shrink>
              <bdi>{getJobTexts(job.name).name}</bdi>
              {getJobTexts(job.name).text && (
                <small className={css.muted}>{getJobTexts(job.name).text}</small>
              )}
              <small className={job.givenUp ? css.bad : css.muted}>
                {t('attempts', { count: digits(job.attempts) })} ·{' '}
                {job.nextTryAt === null ? t('givenUp') : t('next', { time: dateTime(job.nextTryAt) })}
              </small>
              <small className={cx(css.muted, own.place)}>
                <bdi className="latin">{job.error}</bdi>
              </small>
            </TwoLine>
            <Button variant="ghost" onClick={() => onAction(createRetryAction(job))}>
              {t('retry')}
            </Button>
          </Cluster>
        ))}
      </Stack>
    </Card>
  );
}
