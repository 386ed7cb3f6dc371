import type { LoginRecord, loginHistory } from '@sarraf/domain/contracts';
import { IconAlertTriangle, IconCheck, IconDevices } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import accessCss from '../../access/parts.module.css';
import { DeviceIcon, useVisitText } from '../../access/use-visit.tsx';
import { Link } from '../../framework/navigation/router.tsx';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useCursorPagination } from '../../lib/queries/use-pages.ts';
import { cx } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Text, TwoLine } from '../../ui/layout/layout.tsx';
import type { Column } from '../../ui/tables/data-table.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import css from './history.module.css';
import loginCss from './logins.module.css';

/** Successful and failed sign-ins. */
export function LoginHistory() {
  const t = useTranslations('settings.logins');
  const pages = useCursorPagination<LoginRecord>(['logins'], (page, signal) =>
    call<typeof loginHistory>('GET', '/users/login-history', { query: page, signal }),
  );
  const columns = useLoginColumns();
  return (
    <>
      <p className={loginCss.hint}>
        {t('strange')}{' '}
        <Link to="/profile/settings" className={accessCss.link}>
          {t('toSettings')}
        </Link>
      </p>
      <Card padding="flush" className={css.list} aria-label={t('caption')}>
        <PagedTable
          caption={t('caption')}
          columns={columns}
          pages={pages}
          rowKey={(row) => row.id}
          skeletonRows={6}
          empty={<EmptyState icon={<IconDevices size={26} />} title={t('empty')} text={t('emptyText')} />}
          className={loginCss.logins}
        />
      </Card>
    </>
  );
}

function useLoginColumns(): Column<LoginRecord>[] {
  const t = useTranslations('settings.logins');
  const { dateTime } = useFormat();
  const visit = useVisitText();
  return [
    {
      key: 'device',
      head: t('device'),
      cell: (row) => (
        <Cluster as="span" inline gap={3} shrink>
          <span className={loginCss.icon}>
            <DeviceIcon type={row.deviceType} size={20} />
          </span>
          <TwoLine>
            <Text as="bdi" weight={500}>
              {visit.device(row)}
            </Text>
            {visit.kind(row) && <small>{visit.kind(row)}</small>}
          </TwoLine>
        </Cluster>
      ),
      headless: true,
    },
    {
      key: 'result',
      head: t('result'),
      cell: ({ isSuccessful }) => <LoginResult successful={isSuccessful} />,
      headless: true,
    },
    { key: 'place', head: t('place'), cell: (row) => visit.place(row), headless: true },
    {
      key: 'address',
      head: t('address'),
      cell: ({ ipAddress }) => <bdi className={cx('latin', css.time)}>{ipAddress}</bdi>,
      headless: true,
    },
    {
      key: 'time',
      head: t('time'),
      cell: ({ loginRequestedDateTime }) => (
        <bdi className={css.time}>{dateTime(loginRequestedDateTime)}</bdi>
      ),
      headless: true,
    },
  ];
}

function LoginResult({ successful }: { successful: boolean }) {
  const t = useTranslations('settings.logins');
  const Icon = successful ? IconCheck : IconAlertTriangle;
  return (
    <Cluster as="span" inline gap="icon" size="sm" weight={500} tone={successful ? 'up' : 'warn'}>
      <Icon size={16} aria-hidden />
      {t(successful ? 'successful' : 'failed')}
    </Cluster>
  );
}
