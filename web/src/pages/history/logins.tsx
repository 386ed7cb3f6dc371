import type { LoginRecord, loginHistory } from '@sarraf/domain/contracts';
import { IconAlertTriangle, IconCheck, IconDevices } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import accessCss from '../../access/parts.module.css';
import { DeviceIcon, useVisit } from '../../access/use-visit.tsx';
import { call } from '../../lib/api.ts';
import { useFailure } from '../../lib/use-failure.ts';
import { useFormat } from '../../lib/use-format.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/class-names.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import css from './history.module.css';
import loginCss from './logins.module.css';

/** Who came in, and who tried to. */
export function Logins() {
  const t = useTranslations('settings.logins');
  const failure = useFailure();
  const pages = usePages<LoginRecord>(['logins'], (page, signal) =>
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
        {pages.failed ? (
          <ErrorState text={failure.text(pages.error)} busy={pages.busy} onRetry={pages.retry} />
        ) : (
          <div className={loginCss.logins}>
            <DataTable
              caption={t('caption')}
              columns={columns}
              rows={pages.rows}
              rowKey={(row) => row.id}
              loading={pages.loading}
              skeletonRows={6}
              empty={<EmptyState icon={<IconDevices size={26} />} title={t('empty')} text={t('emptyText')} />}
            />
            {pages.rows.length > 0 && <ListEnd pages={pages} />}
          </div>
        )}
      </Card>
    </>
  );
}

function useLoginColumns(): Column<LoginRecord>[] {
  const t = useTranslations('settings.logins');
  const { dateTime } = useFormat();
  const visit = useVisit();
  return [
    {
      key: 'device',
      head: t('device'),
      cell: (row) => (
        <span className={css.name}>
          <span className={loginCss.icon}>
            <DeviceIcon type={row.deviceType} size={20} />
          </span>
          <span className={css.words}>
            <bdi className={loginCss.device}>{visit.device(row)}</bdi>
            {visit.kind(row) && <small>{visit.kind(row)}</small>}
          </span>
        </span>
      ),
      headless: true,
    },
    {
      key: 'result',
      head: t('result'),
      cell: ({ isSuccessful }) => <Result successful={isSuccessful} />,
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

function Result({ successful }: { successful: boolean }) {
  const t = useTranslations('settings.logins');
  const Icon = successful ? IconCheck : IconAlertTriangle;
  return (
    <span className={cx(css.state, successful ? css.paid : css.failed)}>
      <Icon size={16} aria-hidden />
      {t(successful ? 'successful' : 'failed')}
    </span>
  );
}
