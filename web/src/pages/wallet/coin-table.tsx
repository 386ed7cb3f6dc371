import { IconEyeOff, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { balanceDecimals, isZero } from '../../lib/market/holdings.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { type Column, DataTable } from '../../ui/tables/data-table.tsx';
import { CoinLabel } from '../../ui/values/coin-label.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './coin-table.module.css';
import { findRows, isSmall, type WalletRow } from './portfolio.ts';
import { useHideSmall } from './use-hide-small.ts';

type Open = (kind: 'deposit' | 'withdraw', coin: string) => void;

export function CoinTable({ rows, onOpen }: { rows: readonly WalletRow[] | undefined; onOpen: Open }) {
  const t = useTranslations('wallet.coins');
  const { digits } = useFormat();
  const [search, setSearch] = useState('');
  const [hideSmall, setHideSmall] = useHideSmall();
  const sought = useDeferredValue(search.trim());
  const found = findRows(rows ?? [], sought).filter((row) => !hideSmall || !isSmall(row));
  const columns = useColumns(onOpen);

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
        <Checkbox
          className={css.small}
          checked={hideSmall}
          onChange={(event) => setHideSmall(event.target.checked)}
        >
          {t('hideSmall')}
        </Checkbox>
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
          skeletonRows={8}
          empty={<NothingFound search={sought} onShowAll={() => setHideSmall(false)} />}
        />
      </div>
    </Card>
  );
}

function NothingFound({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  const t = useTranslations('wallet.coins');
  if (search !== '') {
    return (
      <EmptyState
        icon={<IconSearch size={26} />}
        title={t('noneFound', { search })}
        text={t('noneFoundText')}
      />
    );
  }
  return (
    <EmptyState
      icon={<IconEyeOff size={26} />}
      title={t('onlySmall')}
      text={t('onlySmallText')}
      action={
        <Button variant="ghost" onClick={onShowAll}>
          {t('showAll')}
        </Button>
      }
    />
  );
}

function useColumns(onOpen: Open): Column<WalletRow>[] {
  const t = useTranslations('wallet.coins');
  return [
    { key: 'coin', head: t('coin'), cell: ({ coin }) => <CoinLabel coin={coin} />, headless: true },
    {
      key: 'balance',
      head: t('balance'),
      cell: ({ coin, balance }) => (
        <Money
          value={balance}
          asset={coin}
          decimals={balanceDecimals(balance, coin)}
          className={isZero(balance) ? css.zero : css.balance}
          bare
          flash
        />
      ),
      end: true,
      headless: true,
    },
    {
      key: 'blocked',
      head: t('blocked'),
      cell: ({ coin, blocked }) =>
        isZero(blocked) ? (
          <Money value="0" asset={coin} className={css.zero} bare />
        ) : (
          <>
            <span className={css.blockedWord} aria-hidden>
              {t('blocked')}
            </span>
            <Money value={blocked} asset={coin} decimals={balanceDecimals(blocked, coin)} bare />
          </>
        ),
      end: true,
      headless: true,
    },
    {
      key: 'value',
      head: t('value'),
      cell: ({ value, balance }) => (
        <Money value={value} asset="TOMAN" className={isZero(balance) ? css.zero : css.value} bare />
      ),
      end: true,
      headless: true,
    },
    {
      key: 'actions',
      head: <span className="hidden">{t('actions')}</span>,
      cell: (row) => <Actions row={row} onOpen={onOpen} />,
      end: true,
      headless: true,
    },
  ];
}

function Actions({ row: { coin, tradable }, onOpen }: { row: WalletRow; onOpen: Open }) {
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
