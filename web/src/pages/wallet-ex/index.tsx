import type { WalletTotals, walletTotals } from '@sarraf/domain/contracts';
import {
  IconArrowDownToArc,
  IconArrowsExchange,
  IconArrowUpFromArc,
  IconCash,
  IconGift,
  IconScale,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './wallet-ex.module.css';

interface TotalTile {
  key: keyof WalletTotals;
  icon: TablerIcon;
}

/** In the order of requirements §2.10; `remaining` results from the tiles before it. */
const TILES: readonly TotalTile[] = [
  { key: 'deposits', icon: IconArrowDownToArc },
  { key: 'withdrawals', icon: IconArrowUpFromArc },
  { key: 'remaining', icon: IconScale },
  { key: 'reward', icon: IconGift },
  { key: 'tomanWallet', icon: IconWallet },
  { key: 'inTrade', icon: IconArrowsExchange },
  { key: 'cashable', icon: IconCash },
];

/** Totals of all deposits, withdrawals and balances, from the ledger. */
export function Page() {
  const t = useTranslations('history.totals');
  useTitle(t('title'));
  const failure = useErrorMessages();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['wallet-totals'],
    queryFn: async ({ signal }) =>
      (await call<typeof walletTotals>('GET', '/wallets/totals', { signal })).baseDTO,
  });
  return (
    <Stack as="main" gap={5} className={css.page}>
      <header className={css.head}>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      {!data && error ? (
        <Card>
          <ErrorState
            title={t('failed')}
            text={failure.text(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <dl className={css.tiles}>
          {TILES.map((tile) => (
            <TotalCard key={tile.key} tile={tile} value={data?.[tile.key]} />
          ))}
        </dl>
      )}
      <Cluster gap={3} align="stretch" wrap className={css.links}>
        <LinkButton to="/profile/wallet">{t('toWallet')}</LinkButton>
        <LinkButton to="/profile/history?tab=toman" variant="ghost">
          {t('toHistory')}
        </LinkButton>
      </Cluster>
    </Stack>
  );
}

function TotalCard({ tile: { key, icon: Icon }, value }: { tile: TotalTile; value: string | undefined }) {
  const t = useTranslations('history.totals');
  return (
    <div className={cx(css.tile, key === 'remaining' && css.main)}>
      <dt>
        <Icon size={20} aria-hidden />
        {t(`${key}.title`)}
      </dt>
      <dd className={css.figure}>
        {value === undefined ? (
          <Skeleton width={150} height={28} />
        ) : (
          <Money value={value} asset="TOMAN" flash />
        )}
      </dd>
      <Text as="dd" size="s" tone="faint" className={css.text}>
        {t(`${key}.text`)}
      </Text>
    </div>
  );
}
