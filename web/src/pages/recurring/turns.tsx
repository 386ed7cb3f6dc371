import type { RecurringTurn, recurringTurns } from '@sarraf/domain/contracts';
import { IconRepeat } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useCursorPagination } from '../../lib/queries/use-pages.ts';
import { useOrderReceipt } from '../../orders/order-receipt.tsx';
import { createOpenColumn, OpenRow } from '../../transfers/open-row.tsx';
import { cx } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, TwoLine } from '../../ui/layout/layout.tsx';
import type { Column } from '../../ui/tables/data-table.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Money } from '../../ui/values/money.tsx';
import { Price } from '../../ui/values/price.tsx';
import { protectFigures } from '../../ui/values/protect-figures.tsx';
import { fetchOrder, TURNS_KEY } from './queries.ts';
import css from './recurring.module.css';

/** The outcome of each purchase: bought, with numbers and receipt, or skipped with the reason. */
export function Turns() {
  const t = useTranslations('recurring');
  const { show, receipt } = useOrderReceipt();
  const failure = useErrorMessages();
  const pages = useCursorPagination<RecurringTurn>(TURNS_KEY, (page, signal) =>
    call<typeof recurringTurns>('GET', '/recurring/turns', { query: page, signal }),
  );
  const openReceipt = (id: string) => void fetchOrder(id).then(show, failure.show);
  const columns = useTurnColumns(openReceipt);
  return (
    <section className={css.turns}>
      <h2>{t('turns')}</h2>
      <Card padding="flush" aria-label={t('turns')}>
        <PagedTable
          caption={t('turns')}
          columns={columns}
          pages={pages}
          rowKey={({ id }) => id}
          skeletonRows={3}
          empty={<EmptyState icon={<IconRepeat size={26} />} title={t('noTurns')} text={t('noTurnsText')} />}
        />
      </Card>
      {receipt}
    </section>
  );
}

function useTurnColumns(onOpen: (orderId: string) => void): Column<RecurringTurn>[] {
  const t = useTranslations('recurring');
  const format = useFormat();
  const renderToman = (value: string | null) =>
    value === null ? null : <Money value={value} asset="TOMAN" />;
  return [
    { key: 'turn', head: t('head.turn'), cell: (turn) => <TurnName turn={turn} />, headless: true },
    {
      key: 'time',
      head: t('head.time'),
      cell: ({ doneAtDateTime, dueAtDateTime }) => (
        <bdi>{format.dateTime(doneAtDateTime ?? dueAtDateTime)}</bdi>
      ),
      headless: true,
    },
    {
      key: 'amount',
      head: t('head.amount'),
      cell: ({ boughtAmount, coin }) =>
        boughtAmount === null ? null : <Money value={boughtAmount} asset={coin} />,
      end: true,
      headless: true,
    },
    {
      key: 'price',
      head: t('head.price'),
      cell: ({ unitPrice, coin }) =>
        unitPrice === null ? null : <Price value={unitPrice} coin={coin} quote="TOMAN" />,
      end: true,
      wideOnly: true,
    },
    { key: 'fee', head: t('head.fee'), cell: ({ fee }) => renderToman(fee), end: true, wideOnly: true },
    {
      key: 'total',
      head: t('head.total'),
      cell: ({ total }) => renderToman(total),
      end: true,
      headless: true,
    },
    createOpenColumn(t('head.receipt'), ({ orderId, coin, doneAtDateTime }) => {
      if (orderId === null || doneAtDateTime === null) return null;
      const label = t('receiptOf', { coin: format.coin(coin), time: format.dateTime(doneAtDateTime) });
      return <OpenRow label={label} onClick={() => onOpen(orderId)} />;
    }),
  ];
}

function TurnName({ turn: { coin, state, reason, amount } }: { turn: RecurringTurn }) {
  const t = useTranslations('recurring');
  const format = useFormat();
  return (
    <Cluster as="span" inline gap={3} shrink>
      <CoinIcon coin={coin} size={34} />
      <TwoLine>
        <span>
          {format.coin(coin)} · <span className={cx(css.outcome, css[state])}>{t(`turnState.${state}`)}</span>
        </span>
        <small>
          {protectFigures(
            reason === null ? t('amount', { amount: format.money(amount, 'TOMAN') }) : t(`reason.${reason}`),
          )}
        </small>
      </TwoLine>
    </Cluster>
  );
}
