import type { Account, NoticeGroup, NoticeSettings, NoticeWay } from '@sarraf/domain/contracts';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { noticeSettingsQuery } from '../../inbox/queries.ts';
import { cx } from '../../ui/class-names.ts';
import { QueryBoundary } from '../../ui/feedback/loaded.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import css from './notices.module.css';
import { type NoticeSwitches, useNoticeSwitches } from './use-notice-switches.ts';

const CHANNELS: readonly NoticeWay[] = ['PRODUCT', 'EMAIL', 'SMS', 'BROWSER'];
const ROWS = 8;

/** Switches of the notices, by group and channel. */
export function NoticesCard({ account }: { account: Account }) {
  const t = useTranslations('settings.notices');
  const query = useQuery(noticeSettingsQuery);
  const switches = useNoticeSwitches(account);
  return (
    <Card id="notices" title={t('title')} className={css.card}>
      <Text size="sm" tone="soft">
        {t('text')}
      </Text>
      <div className={css.heads} aria-hidden>
        {CHANNELS.map((way) => (
          <span key={way}>{t(`way.${way}`)}</span>
        ))}
      </div>
      <QueryBoundary query={query} skeleton={<NoticesSkeleton />}>
        {(settings) => (
          <ul>
            {settings
              .filter(({ group }) => group !== 'STORE' || account.customerKind === 'COMPANY')
              .map((row) => (
                <NoticeGroupRow key={row.group} row={row} switches={switches} />
              ))}
          </ul>
        )}
      </QueryBoundary>
      <p className={css.note}>{t('browser')}</p>
      {!account.mobileVerified && <p className={css.note}>{t('noMobile')}</p>}
    </Card>
  );
}

function NoticeGroupRow({
  row: { group, ways },
  switches,
}: {
  row: NoticeSettings;
  switches: NoticeSwitches;
}) {
  const t = useTranslations();
  const always = switches.always(group);
  return (
    <li className={css.group}>
      <Stack gap="line" shrink className={css.words}>
        <Text size="sm" weight={600}>
          {t(`notices.group.${group}`)}
        </Text>
        <Text size="s" tone="soft">
          {t(`settings.notices.about.${group}`)}
        </Text>
        {always && (
          <Cluster as="p" gap={1} size="xs" tone="faint" className={css.always}>
            <IconLock size={14} aria-hidden />
            {always}
          </Cluster>
        )}
      </Stack>
      {CHANNELS.map((way) => (
        <NoticeSwitch key={way} group={group} way={way} setting={ways[way]} switches={switches} />
      ))}
    </li>
  );
}

interface SwitchProps {
  group: NoticeGroup;
  way: NoticeWay;
  setting: { on: boolean; fixed: boolean };
  switches: NoticeSwitches;
}

/** A locked switch explains why when it is pressed, and to screen readers immediately. */
function NoticeSwitch({ group, way, setting, switches }: SwitchProps) {
  const t = useTranslations();
  const { on, reason } = switches.look(group, way, setting);
  const name = t('settings.notices.switch', {
    group: t(`notices.group.${group}`),
    way: t(`settings.notices.way.${way}`),
  });
  return (
    <label className={cx(css.switch, reason !== null && css.fixed)} title={reason ?? undefined}>
      <input
        type="checkbox"
        className={css.input}
        aria-label={reason === null ? name : `${name}. ${reason}`}
        aria-disabled={reason !== null || undefined}
        checked={on}
        onChange={() => switches.press(group, way, setting)}
      />
      <span className={css.track} aria-hidden />
      <span className={css.way} aria-hidden>
        {t(`settings.notices.way.${way}`)}
      </span>
    </label>
  );
}

function NoticesSkeleton() {
  return (
    <ul aria-hidden>
      {Array.from({ length: ROWS }, (_, i) => i).map((key) => (
        <li key={key} className={css.group}>
          <Stack gap="line" shrink className={css.words}>
            <Skeleton width={140} height={22} />
            <Skeleton width={220} height={20} />
          </Stack>
          {CHANNELS.map((way) => (
            <span key={way} className={css.switch}>
              <Skeleton width={44} height={26} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
