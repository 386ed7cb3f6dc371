import type { SeedHolding } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { CoinLabel } from '../../../ui/values/coin-label.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../shared/parts.module.css';
import moneyCss from './money.module.css';

/** Balances at addresses of older seeds of the signer; hidden while there is one seed. */
export function OlderSeeds({ holdings }: { holdings: readonly SeedHolding[] }) {
  const t = useTranslations('treasury.treasury');
  const columns = useSeedColumns();
  if (holdings.length === 0) return null;
  return (
    <>
      <Card>
        <TwoLine as="div">
          <span>{t('olderSeeds')}</span>
          <small>{t('olderSeedsText')}</small>
        </TwoLine>
      </Card>
      <Card padding="flush" className={css.list}>
        <DataTable
          caption={t('olderSeeds')}
          columns={columns}
          rows={holdings}
          rowKey={({ generation, relatedCoin, tokenType }) => `${generation} ${relatedCoin} ${tokenType}`}
        />
      </Card>
    </>
  );
}

function useSeedColumns(): Column<SeedHolding>[] {
  const t = useTranslations('treasury.treasury');
  const { digits, dateTime } = useFormat();
  const networkName = useNetworkName();
  const createAmountColumn = (key: 'hot' | 'deposits'): Column<SeedHolding> => ({
    key,
    head: t(key),
    end: true,
    cell: (row) => <Money value={row[key]} asset={row.relatedCoin} bare />,
  });
  return [
    {
      key: 'coin',
      head: t('coin'),
      headless: true,
      cell: ({ generation, relatedCoin, tokenType }) => (
        <TwoLine>
          <CoinLabel coin={relatedCoin} size={28} />
          <small className={moneyCss.line}>
            {tokenType !== relatedCoin && `${networkName(tokenType)} · `}
            {t('seed', { number: digits(generation) })}
          </small>
        </TwoLine>
      ),
    },
    {
      key: 'state',
      head: t('seedState'),
      cell: ({ worthMoving, lookedAtDateTime }) => (
        <TwoLine>
          <span>{t(worthMoving ? 'moves' : 'stays')}</span>
          <small className={moneyCss.line}>{t('lookedAt', { time: dateTime(lookedAtDateTime) })}</small>
        </TwoLine>
      ),
    },
    createAmountColumn('hot'),
    createAmountColumn('deposits'),
    {
      key: 'lastReceived',
      head: t('lastReceived'),
      cell: ({ lastReceivedDateTime }) =>
        lastReceivedDateTime === null ? '—' : dateTime(lastReceivedDateTime),
    },
  ];
}
