import type {
  acknowledgeViolation,
  LedgerAuditView,
  LedgerViolation,
  readLedgerAudit,
} from '@sarraf/domain/contracts';
import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack, TwoLine } from '../../ui/layout/layout.tsx';
import bookCss from './books.module.css';
import { ActionDialog, type StaffAction } from './shared/action-dialog.tsx';
import { BackofficePage } from './shared/backoffice-page.tsx';
import { getCheckFreshness } from './shared/check-freshness.ts';
import { StaffErrorText } from './shared/error-text.tsx';
import { useLawTexts } from './shared/law-words.ts';
import css from './shared/parts.module.css';
import { StaffSkeleton } from './shared/parts.tsx';
import { useRights } from './shared/queries.ts';

const REFRESH_MS = 5_000;
const QUERY = ['backoffice', 'books'];

/** Progress and findings of the continuous ledger audit: withdrawals stop until every finding is acknowledged. */
export function LedgerAuditPage() {
  const t = useTranslations('backoffice.books');
  const [action, setAction] = useState<StaffAction | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: QUERY,
    queryFn: async ({ signal }) =>
      (await call<typeof readLedgerAudit>('GET', '/backoffice/books', { signal })).baseDTO,
    refetchInterval: REFRESH_MS,
  });
  return (
    <BackofficePage title={t('title')} lead={t('lead')} busy={!data && !error}>
      {data ? (
        <>
          <AuditState view={data} />
          {data.violations.length === 0 ? (
            <Card>
              <EmptyState icon={<IconBook2 size={26} />} title={t('emptyTitle')} text={t('emptyText')} />
            </Card>
          ) : (
            data.violations.map((violation) => (
              <ViolationCard key={violation.id} violation={violation} onAction={setAction} />
            ))
          )}
          <FollowerList followers={data.followers} />
          {data.replicas.length > 0 && <ReplicaList replicas={data.replicas} />}
          <LawList laws={data.laws} />
        </>
      ) : error ? (
        <Card>
          <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <StaffSkeleton height={280} />
      )}
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </BackofficePage>
  );
}

function AuditState({
  view: { batch, followedAt, recheckedAt, recheckMs, violations },
}: {
  view: LedgerAuditView;
}) {
  const t = useTranslations('backoffice.books');
  const { dateTime, digits } = useFormat();
  const open = violations.some(({ acknowledged }) => acknowledged === null);
  const freshness = getCheckFreshness(followedAt);
  const seconds = digits(String(Math.ceil((recheckMs ?? 0) / 1_000)));
  return (
    <Card aria-live="polite">
      <TwoLine as="div">
        <strong className={open || freshness !== 'SEEING' ? css.bad : undefined}>
          {t(open ? 'broken' : freshness === 'SEEING' ? 'right' : 'blind')}
        </strong>
        <small>
          {followedAt === null
            ? t('notYet')
            : t('followed', { batch: digits(batch), time: dateTime(followedAt) })}
        </small>
        {recheckedAt !== null && <small>{t('rechecked', { time: dateTime(recheckedAt), seconds })}</small>}
      </TwoLine>
    </Card>
  );
}

interface ViolationProps {
  violation: LedgerViolation;
  onAction: (act: StaffAction) => void;
}

function ViolationCard({
  violation: { id, law, detail, foundAt, lastFoundAt, acknowledged },
  onAction,
}: ViolationProps) {
  const t = useTranslations('backoffice.books');
  const words = useTranslations('treasury');
  const { dateTime } = useFormat();
  const { admin } = useRights();
  const { name: lawName, text: lawText } = useLawTexts()(law);
  const acknowledge: StaffAction = {
    title: t('acknowledgeTitle'),
    text: t('acknowledgeText'),
    confirm: t('acknowledge'),
    successText: t('acknowledged'),
    danger: true,
    reasoned: true,
    run: (reason) =>
      call<typeof acknowledgeViolation>('POST', '/backoffice/books/violations/:id/acknowledge', {
        params: { id },
        body: { reason },
      }),
  };
  return (
    <Card>
      <Stack gap={3}>
        <Cluster gap={3} justify="between" wrap>
          <TwoLine as="div" shrink>
            <strong className={acknowledged ? undefined : css.bad}>{lawName}</strong>
            {lawText && <small>{lawText}</small>}
            <small>{t('found', { first: dateTime(foundAt), last: dateTime(lastFoundAt) })}</small>
          </TwoLine>
          {!acknowledged && (
            <Button
              variant="danger"
              disabledReason={admin ? null : t('adminOnly')}
              onClick={() => onAction(acknowledge)}
            >
              {t('acknowledge')}
            </Button>
          )}
        </Cluster>
        <Stack gap={1} as="section" aria-label={t('evidence')}>
          <small className={css.muted}>{t('evidence')}</small>
          <pre className={`latin ${bookCss.detail}`} dir="ltr">
            {JSON.stringify(JSON.parse(detail), null, 2)}
          </pre>
        </Stack>
        {acknowledged && (
          <p className={css.muted}>
            {acknowledged.reason} · {words('by', { who: acknowledged.by, time: dateTime(acknowledged.at) })}
          </p>
        )}
      </Stack>
    </Card>
  );
}

function FollowerList({ followers }: Pick<LedgerAuditView, 'followers'>) {
  const t = useTranslations('backoffice.books');
  const { dateTime } = useFormat();
  function formatProgress(waitingSince: string | null, upToDateAt: string | null): string {
    if (waitingSince === null) return t('upToDate');
    const time = dateTime(waitingSince);
    return upToDateAt === null
      ? t('waiting', { time })
      : t('waitingUntil', { time, end: dateTime(upToDateAt) });
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

function ReplicaList({ replicas }: Pick<LedgerAuditView, 'replicas'>) {
  const t = useTranslations('backoffice.books');
  const { digits } = useFormat();
  return (
    <Card>
      <Stack gap={2} as="section" aria-label={t('replicas')}>
        <strong>{t('replicas')}</strong>
        {replicas.map(({ state, behindMs }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are identified by their index in the settings.
          <Cluster key={at} gap={3} justify="between" wrap>
            <span>{t('replica.nth', { number: digits(String(at + 1)) })}</span>
            <small className={state === 'USED' ? css.muted : css.bad}>
              {t(`replica.${state}`, { seconds: digits(String(Math.ceil((behindMs ?? 0) / 1_000))) })}
            </small>
          </Cluster>
        ))}
      </Stack>
    </Card>
  );
}

function LawList({ laws }: { laws: readonly string[] }) {
  const t = useTranslations('backoffice.books');
  const getLawTexts = useLawTexts();
  const { digits } = useFormat();
  return (
    <Card>
      <details>
        <summary>{t('laws', { count: digits(String(laws.length)) })}</summary>
        <dl className={bookCss.laws}>
          {laws.map((law) => {
            const { name, text } = getLawTexts(law);
            return (
              <div key={law}>
                <dt>{name}</dt>
                {text && <dd>{text}</dd>}
              </div>
            );
          })}
        </dl>
      </details>
    </Card>
  );
}
