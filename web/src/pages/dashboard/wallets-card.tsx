import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useValueQuote } from '../../lib/market/use-worth.ts';
import { walletsQuery } from '../../lib/queries/queries.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { Donut, sliceColour } from '../../ui/charts/donut.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Money } from '../../ui/values/money.tsx';
import { type Holding, listHoldings } from './holdings.ts';
import css from './wallets-card.module.css';

const POLL_MS = 15_000;
/** Maximum rows of the card; the wallet page has the others. */
const ROWS = 6;

export function WalletsCard({ enabled }: { enabled: boolean }) {
  const t = useTranslations('profile.dashboard');
  const { text } = useErrorMessages();
  const { data, error, refetch, isFetching } = useQuery({
    ...walletsQuery,
    enabled,
    refetchInterval: POLL_MS,
  });
  const portfolio = useMemo(() => data && listHoldings(data), [data]);
  const isEmpty = portfolio?.list.length === 0;
  return (
    <Card
      title={t('wallets')}
      aside={
        <Link to="/profile/wallet" className={css.all}>
          {t('toWallet')}
        </Link>
      }
      aria-busy={!portfolio || undefined}
    >
      {!portfolio && error && (
        <ErrorState text={text(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!portfolio && !error && <HoldingsSkeleton />}
      {isEmpty && (
        <EmptyState
          icon={<IconWallet size={26} />}
          title={t('emptyWallets')}
          text={t('emptyWalletsText')}
          action={<LinkButton to="/profile/wallet?deposit=TOMAN">{t('deposit')}</LinkButton>}
        />
      )}
      {portfolio && !isEmpty && <HoldingsList total={portfolio.total} list={portfolio.list} />}
    </Card>
  );
}

function HoldingsList({ total, list }: { total: string; list: readonly Holding[] }) {
  const t = useTranslations('profile.dashboard');
  const format = useFormat();
  const { money, worthOf } = useValueQuote();
  const totalValue = worthOf(total);
  const parts = list
    .filter(({ percent }) => percent !== null)
    .map(({ coin, percent }) => `${format.coin(coin)} ${format.percent(percent ?? '0')}`);
  const words = new Intl.ListFormat(format.language, { type: 'unit' }).format(parts);
  return (
    <div className={css.worth}>
      <Donut
        slices={list.map(({ coin, share }) => ({ key: coin, share }))}
        label={t('chart', { parts: words })}
        size={196}
      >
        <Text as="small" size="xs" tone="soft">
          {t('total')}
        </Text>
        <strong className={css.total}>
          <Money value={totalValue} asset={money} compact bare />
        </strong>
        <Text as="small" size="xs" tone="soft">
          {format.unit(money)}
        </Text>
      </Donut>
      <Stack as="ul" size="sm" number className={css.list}>
        {list.slice(0, ROWS).map((holding, index) => (
          <HoldingRow key={holding.coin} holding={holding} colour={sliceColour(index)} />
        ))}
        {list.length > ROWS && (
          <li className={css.rest}>{t('more', { count: format.digits(list.length - ROWS) })}</li>
        )}
      </Stack>
    </div>
  );
}

function HoldingRow({ holding, colour }: { holding: Holding; colour: string }) {
  const t = useTranslations('profile.dashboard');
  const format = useFormat();
  const { coin, balance, value, percent } = holding;
  const { money, worthOf } = useValueQuote();
  return (
    <li className={css.row}>
      <span className={css.swatch} style={{ background: value === null ? 'var(--line-strong)' : colour }} />
      <CoinIcon coin={coin} size={30} />
      <span className={css.name}>
        {format.coin(coin)}
        <Text as="small" size="xs" tone="soft">
          {percent === null ? (value === null ? '' : t('tiny', { percent: format.percent('0.1') })) : null}
          {percent !== null && <bdi>{format.percent(percent)}</bdi>}
        </Text>
      </span>
      <span className={css.figures}>
        <Money value={balance} asset={coin} />
        {coin !== money && (
          <Text as="small" size="xs" tone="soft">
            {value === null ? t('noPrice') : <Money value={worthOf(value)} asset={money} />}
          </Text>
        )}
      </span>
    </li>
  );
}

function HoldingsSkeleton() {
  return (
    <div className={css.worth}>
      <Skeleton width={196} height={196} round />
      <Stack as="ul" size="sm" number className={css.list} aria-hidden>
        {[120, 96, 140, 110].map((width) => (
          <li key={width} className={css.row}>
            <span className={css.swatch} />
            <Skeleton width={30} height={30} round />
            <Skeleton width={70} />
            <Skeleton width={width} />
          </li>
        ))}
      </Stack>
    </div>
  );
}
