import type { SessionRow, sessions } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceIcon, useVisitText } from '../../access/use-visit.tsx';
import { useHashScroll } from '../../framework/navigation/use-hash-scroll.ts';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import { EndSessionDialog, type SessionToEnd } from './end-session.tsx';
import css from './sessions.module.css';

/** The person's sessions, this device first. */
export function SessionsCard() {
  const t = useTranslations('settings.sessions');
  const failure = useErrorMessages();
  const [sessionToEnd, setSessionToEnd] = useState<SessionToEnd | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => {
      const { content } = await call<typeof sessions>('GET', '/users/sessions', { signal });
      return content.toSorted((a, b) => Number(b.current) - Number(a.current));
    },
  });
  // Scrolls once the layout above the target is final.
  useHashScroll(data !== undefined || error !== null);
  const isOnlySession = data?.every((row) => row.current);
  return (
    <Card title={t('title')}>
      <Text size="sm" tone="soft">
        {t('text')}
      </Text>
      {!data && error ? (
        <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <ul className={css.list} aria-busy={!data || undefined}>
          {data
            ? data.map((row) => <SessionItem key={row.id} row={row} onEnd={() => setSessionToEnd(row)} />)
            : [1, 2].map((key) => <SessionsSkeleton key={key} />)}
        </ul>
      )}
      {isOnlySession && (
        <Text size="s" tone="faint">
          {t('onlyThis')}
        </Text>
      )}
      {data && !isOnlySession && (
        <Button variant="ghost" className={css.others} onClick={() => setSessionToEnd('OTHERS')}>
          {t('endOthers')}
        </Button>
      )}
      <EndSessionDialog ending={sessionToEnd} onClose={() => setSessionToEnd(null)} />
    </Card>
  );
}

function SessionItem({ row, onEnd }: { row: SessionRow; onEnd: () => void }) {
  const t = useTranslations('settings.sessions');
  const { dateTime } = useFormat();
  const visit = useVisitText();
  const device = visit.device(row);
  return (
    <li className={css.session}>
      <span className={cx(css.icon, row.current && css.here)}>
        <DeviceIcon type={row.deviceType} size={24} />
      </span>
      <Stack gap="line" shrink>
        <Cluster as="p" gap={2} rowGap="line" wrap weight={600}>
          <bdi>{device}</bdi>
          {row.current && <span className={css.badge}>{t('current')}</span>}
        </Cluster>
        <Cluster as="p" gap={4} rowGap={0} align="stretch" wrap size="s" tone="soft" className={css.facts}>
          <span>{visit.place(row)}</span>
          <bdi className="latin">{row.ipAddress}</bdi>
          {row.remember && <span>{t('remembered')}</span>}
        </Cluster>
        <Cluster as="p" gap={4} rowGap={0} align="stretch" wrap size="s" tone="soft" className={css.facts}>
          <span>
            {row.current ? t('activeNow') : t('lastSeen', { time: dateTime(row.lastSeenDateTime) })}
          </span>
          <span>{t('since', { time: dateTime(row.createdAtDateTime) })}</span>
        </Cluster>
      </Stack>
      {!row.current && (
        <Button variant="ghost" size="s" aria-label={t('endOf', { device })} onClick={onEnd}>
          {t('end')}
        </Button>
      )}
    </li>
  );
}

function SessionsSkeleton() {
  return (
    <li className={css.session}>
      <Skeleton width={48} height={48} className={css.icon ?? ''} />
      <Stack gap="line" shrink>
        <Skeleton width={160} height={22} />
        <Skeleton width={220} height={18} />
        <Skeleton width={190} height={18} />
      </Stack>
    </li>
  );
}
