import { isCoin } from '@sarraf/domain';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { isZero } from '../../lib/market/holdings.ts';
import { usePrices } from '../../lib/market/prices.ts';
import { useValueQuote } from '../../lib/market/use-worth.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { type Column, DataTable } from '../../ui/tables/data-table.tsx';
import { CoinLabel } from '../../ui/values/coin-label.tsx';
import { Money } from '../../ui/values/money.tsx';
import { Percent } from '../../ui/values/percent.tsx';
import css from './coin-table.module.css';
import { filterListedRows, hasBalance, type WalletRow } from './portfolio.ts';
import { useShowAll } from './use-show-all.ts';

type OpenModal = (kind: 'deposit' | 'withdraw', coin: string) => void;

export function CoinTable({ rows, onOpen }: { rows: readonly WalletRow[] | undefined; onOpen: OpenModal }) {
  const t = useTranslations('wallet.coins');
  const { digits } = useFormat();
  const [search, setSearch] = useState('');
  const [showsAll, setShowsAll] = useShowAll();
  const sought = useDeferredValue(search.trim());
  const found = filterListedRows(rows ?? [], sought, showsAll);
  const heldCount = rows?.filter(hasBalance).length ?? 0;
  const emptyCount = (rows?.length ?? 0) - heldCount;
  const columns = useCoinColumns(onOpen);

  return (
    <Card padding="flush" aria-labelledby="coin-wallets">
      <div className={css.bar}>
        <h2 id="coin-wallets">{t('title')}</h2>
        <SearchBox
          className={css.search}
          label={t('search')}
          placeholder={t('searchHint')}
          value={search}
          onChange={setSearch}
        />
        <span className="hidden" role="status">
          {rows && t('found', { count: found.length, shown: digits(found.length) })}
        </span>
      </div>
      <div className={css.rows}>
        <DataTable
          caption={t('caption')}
          columns={columns}
          rows={found}
          rowKey={(row) => row.coin}
          loading={!rows}
          skeletonRows={3}
          empty={
            <EmptyState
              icon={<IconSearch size={26} />}
              title={t('noneFound', { search: sought })}
              text={t('noneFoundText')}
            />
          }
        />
      </div>
      {heldCount > 0 && emptyCount > 0 && sought === '' && (
        <div className={css.fold}>
          <Button
            variant="text"
            size="s"
            icon={
              showsAll ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />
            }
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? t('showHeld') : t('showAll', { count: emptyCount, shown: digits(emptyCount) })}
          </Button>
        </div>
      )}
    </Card>
  );
}

function useCoinColumns(onOpen: OpenModal): Column<WalletRow>[] {
  const t = useTranslations('wallet.coins');
  const { money, worthOf } = useValueQuote();
  const prices = usePrices(money);
  return [
    { key: 'coin', head: t('coin'), cell: ({ coin }) => <CoinLabel coin={coin} />, headless: true },
    {
      key: 'balance',
      head: t('balance'),
      cell: ({ coin, balance }) => (
        <Money value={balance} asset={coin} className={isZero(balance) ? css.zero : css.balance} flash />
      ),
      end: true,
      headless: true,
    },
    {
      key: 'blocked',
      head: t('blocked'),
      cell: ({ coin, blocked }) =>
        isZero(blocked) ? (
          <span className={css.zero}>—</span>
        ) : (
          <>
            <span className={css.blockedWord} aria-hidden>
              {t('blocked')}
            </span>
            <Money value={blocked} asset={coin} />
          </>
        ),
      end: true,
      headless: true,
    },
    {
      key: 'value',
      head: t('value'),
      cell: ({ coin, value, balance }) => (
        <Money
          // Balances and prices are from different moments: a coin valued in itself shows its balance.
          value={coin === money ? balance : value && worthOf(value)}
          asset={money}
          className={isZero(balance) ? css.zero : css.value}
        />
      ),
      end: true,
      headless: true,
    },
    {
      key: 'change',
      head: t('change'),
      cell: ({ coin }) => (
        <Percent value={isCoin(coin) ? prices.forCoin(coin)?.price24hrChangePercent : null} />
      ),
      end: true,
      headless: true,
    },
    {
      key: 'actions',
      head: <span className="hidden">{t('actions')}</span>,
      cell: (row) => <CoinActions row={row} onOpen={onOpen} />,
      end: true,
      headless: true,
    },
  ];
}

function CoinActions({ row: { coin, tradable }, onOpen }: { row: WalletRow; onOpen: OpenModal }) {
  const t = useTranslations('wallet.coins');
  const format = useFormat();
  if (!tradable) return null;
  const name = format.coin(coin);
  return (
    <Cluster as="span" inline gap={2} align="stretch" className={css.actions}>
      <Button
        variant="ghost"
        size="s"
        aria-label={t('depositCoin', { coin: name })}
        aria-haspopup="dialog"
        onClick={() => onOpen('deposit', coin)}
      >
        {t('deposit')}
      </Button>
      <Button
        variant="ghost"
        size="s"
        aria-label={t('withdrawCoin', { coin: name })}
        aria-haspopup="dialog"
        onClick={() => onOpen('withdraw', coin)}
      >
        {t('withdraw')}
      </Button>
      <LinkButton
        to={`/profile/otc?coin=${coin}`}
        variant="text"
        size="s"
        aria-label={t('tradeCoin', { coin: name })}
      >
        {t('trade')}
      </LinkButton>
    </Cluster>
  );
}
