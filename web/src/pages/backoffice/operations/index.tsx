import type { OperationsView, readOperations } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { cx } from '../../../ui/class-names.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, TwoLine } from '../../../ui/layout/layout.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton, useElapsedTimeText } from '../shared/parts.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { MaintenanceCard } from './maintenance-card.tsx';
import own from './operations.module.css';
import { PausesCard } from './pauses-card.tsx';

const REFRESH_MS = 5_000;

/** Running processes and the ledger writer, queues and failed jobs, and the maintenance state. */
export function Operations() {
  const t = useTranslations('staffOperations');
  const [action, setAction] = useState<StaffAction | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['backoffice', 'operations'],
    queryFn: async ({ signal }) =>
      (await call<typeof readOperations>('GET', '/backoffice/operations', { signal })).baseDTO,
    refetchInterval: REFRESH_MS,
  });
  return (
    <BackofficePage title={t('title')} lead={t('lead')} busy={!data && !error}>
      {data ? (
        <>
          <MaintenanceCard maintenance={data.maintenance} />
          <PausesCard pauses={data.pauses} />
          <div className={own.columns}>
            <Stack gap={4}>
              <ProcessesCard view={data} />
              <FollowersCard followers={data.followers} />
            </Stack>
            <Stack gap={4}>
              <QueuesCard view={data} />
              <RestoreDrillsCard view={data} />
            </Stack>
          </div>
          <FailedJobs jobs={data.failedJobs} onAction={setAction} />
        </>
      ) : error ? (
        <Card>
          <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <StaffSkeleton height={480} />
      )}
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </BackofficePage>
  );
}

function ProcessesCard({ view: { processes, lease } }: { view: OperationsView }) {
  const t = useTranslations('staffOperations');
  const { digits, dateTime } = useFormat();
  const runningProcesses = processes.filter(({ isSilent }) => !isSilent);
  const versions = new Set(runningProcesses.map(({ version, commit }) => `${version} ${commit}`));
  return (
    <Card>
      <Stack gap={4} as="section" aria-label={t('processes')}>
        <TwoLine as="div">
          <strong>{t('processes')}</strong>
          <small className={lease.isHeld ? undefined : css.bad}>
            {lease.isHeld ? t('epoch', { epoch: digits(lease.epoch) }) : t('noWriter')}
          </small>
          {versions.size > 1 && <small className={css.late}>{t('mixed')}</small>}
        </TwoLine>
        {processes.length === 0 && <p className={css.muted}>{t('noProcesses')}</p>}
        {processes.map(({ id, role, version, commit, host, pid, settles, startedAt, heardAt, isSilent }) => (
          <Cluster key={id} gap={3} justify="between" align="start">
            <TwoLine as="div" shrink>
              <span>
                {t(`role.${role}`)}{' '}
                <small className={css.muted}>{t('version', { version: digits(version) })}</small>
              </span>
              <small className={cx(css.muted, own.place)}>
                {t('host', { host: `\u2068${host}\u2069`, pid: digits(pid) })}
                {commit !== null && (
                  <>
                    {' · '}
                    <bdi className="latin">{commit.slice(0, 8)}</bdi>
                  </>
                )}
              </small>
              <small className={css.muted}>{t('started', { time: dateTime(startedAt) })}</small>
              <small className={css.muted}>{t('heard', { time: dateTime(heardAt) })}</small>
            </TwoLine>
            <span className={cx(css.state, isSilent ? css.bad : settles ? css.good : css.waiting)}>
              {t(isSilent ? 'silent' : settles ? 'settles' : 'runs')}
            </span>
          </Cluster>
        ))}
      </Stack>
    </Card>
  );
}

function QueuesCard({ view: { jobs, messages, webhooks } }: { view: OperationsView }) {
  const t = useTranslations('staffOperations');
  const { digits, dateTime } = useFormat();
  const rows = [
    { key: 'jobs', ...jobs },
    { key: 'messages', ...messages, due: messages.waiting },
    { key: 'webhooks', ...webhooks, due: webhooks.waiting },
  ] as const;
  return (
    <Card>
      <Stack gap={3} as="section" aria-label={t('waiting')}>
        <strong>{t('waiting')}</strong>
        {rows.map(({ key, due, failing, givenUp }) => (
          <TwoLine key={key} as="div">
            <span>{t(key)}</span>
            <small className={givenUp > 0 ? css.bad : css.muted}>
              {t('counts', { due: digits(due), failing: digits(failing), givenUp: digits(givenUp) })}
            </small>
            {key === 'jobs' && jobs.dueSince !== null && (
              <small className={css.muted}>{t('oldest', { time: dateTime(jobs.dueSince) })}</small>
            )}
          </TwoLine>
        ))}
      </Stack>
    </Card>
  );
}

function FollowersCard({ followers }: Pick<OperationsView, 'followers'>) {
  const t = useTranslations('staffOperations');
  const { dateTime } = useFormat();
  function formatProgress(waitingSince: string | null, upToDateAt: string | null): string {
    if (waitingSince === null) return t('upToDate');
    const time = dateTime(waitingSince);
    return upToDateAt === null
      ? t('behind', { time })
      : t('behindUntil', { time, end: dateTime(upToDateAt) });
  }
  return (
    <Card>
      <Stack gap={2} as="section" aria-label={t('followers')}>
        <strong>{t('followers')}</strong>
        {followers.map(({ name, waitingSince, upToDateAt }) => (
          <Cluster key={name} gap={3} justify="between" wrap>
            <span>{t(`follower.${name}`)}</span>
            <small className={css.muted}>{formatProgress(waitingSince, upToDateAt)}</small>
          </Cluster>
        ))}
      </Stack>
    </Card>
  );
}

function RestoreDrillsCard({ view: { drill, archive, backups } }: { view: OperationsView }) {
  const t = useTranslations('staffOperations');
  const { digits, dateTime } = useFormat();
  const formatSeconds = (ms: number) => digits((ms / 1_000).toFixed(1));
  const bad = drill.state === 'FAILED' || drill.state === 'UNREADABLE';
  return (
    <Card>
      <Stack gap={3} as="section" aria-label={t('restores')}>
        <strong>{t('restores')}</strong>
        <TwoLine as="div">
          <span>{t('drill')}</span>
          <small className={bad ? css.bad : drill.state === 'HELD' ? css.good : css.muted}>
            {t(`drillState.${drill.state}`)}
          </small>
          {drill.begunAt !== null && (
            <small className={css.muted}>
              {drill.lostMs === null || drill.recoveryMs === null
                ? dateTime(drill.begunAt)
                : t('drillAt', {
                    time: dateTime(drill.begunAt),
                    lost: formatSeconds(drill.lostMs),
                    recovery: formatSeconds(drill.recoveryMs),
                  })}
            </small>
          )}
          {drill.faults.map((problem) => (
            <small key={problem} className={cx(css.bad, own.place)} dir="auto">
              {problem}
            </small>
          ))}
        </TwoLine>
        <TwoLine as="div">
          <span>{t('archive')}</span>
          <small className={css.muted}>
            {archive.lastAt !== null
              ? t('archiveLast', { time: dateTime(archive.lastAt) })
              : t(archive.isOn ? 'archiveNone' : 'archiveOff')}
          </small>
          {archive.failedAt !== null && (
            <small className={css.bad}>{t('archiveFailed', { time: dateTime(archive.failedAt) })}</small>
          )}
        </TwoLine>
        <BackupsCard backups={backups} />
      </Stack>
    </Card>
  );
}

const BACKUP_STYLES = { GOOD: css.good, FAILED: css.bad, LATE: css.bad, NONE: css.muted };

/** Each expected backup, with the age of the last successful one. */
function BackupsCard({ backups }: Pick<OperationsView, 'backups'>) {
  const t = useTranslations('staffOperations');
  const { dateTime } = useFormat();
  const formatAge = useElapsedTimeText();
  return (
    <>
      <strong>{t('copies')}</strong>
      {backups.length === 0 && <small className={css.muted}>{t('copiesNone')}</small>}
      {backups.map(({ name, state, goodAt, failedAt, error }) => (
        <Cluster key={name} gap={3} justify="between" align="start">
          <TwoLine as="div" shrink>
            <span>{t(`copy.${name}`)}</span>
            {goodAt !== null && (
              <small className={css.muted} title={dateTime(goodAt)}>
                {t('copyGood', { age: formatAge(goodAt) })}
              </small>
            )}
            {failedAt !== null && <small>{t('copyFailed', { time: dateTime(failedAt) })}</small>}
            {error !== null && (
              <small className={cx(css.muted, own.place)} dir="auto">
                {error}
              </small>
            )}
          </TwoLine>
          <span className={cx(css.state, BACKUP_STYLES[state])}>{t(`copyState.${state}`)}</span>
        </Cluster>
      ))}
    </>
  );
}
