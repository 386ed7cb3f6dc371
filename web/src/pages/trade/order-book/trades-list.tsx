import type { PublicTrade } from '@sarraf/domain/contracts';
import { IconArrowsExchange } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { coinSymbol } from '../../../lib/market/coins.ts';
import { cx } from '../../../ui/class-names.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Price } from '../../../ui/values/price.tsx';
import type { MarketView } from '../market/use-market.ts';
import { getLotDecimals } from '../order-form/use-words.ts';
import css from './trades-list.module.css';

/** The market's latest trades; the arrow shows the taker's side. */
export const TradesList = memo(function TradesList({ view }: { view: MarketView }) {
  const t = useTranslations('exchange');
  const failure = useErrorMessages();
  const format = useFormat();
  const { trades, failed, error, refetch } = view.trades;
  const { market, terms } = view.facts;
  const decimals = getLotDecimals(terms, market);
  if (failed) return <ErrorState title={t('trades.failed')} text={failure.text(error)} onRetry={refetch} />;
  if (trades?.length === 0) {
    return (
      <div className={css.none}>
        <EmptyState icon={<IconArrowsExchange size={26} />} title={t('trades.empty')} />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable by keyboard.
    <section className={css.scroll} translate="no" tabIndex={0} aria-label={t('trades.title')}>
      <table className={css.table} aria-busy={!trades || undefined}>
        <caption className="hidden">{t('trades.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('book.price', { unit: format.unit(market.quote) })}</th>
            <th scope="col">{t('book.amount', { unit: coinSymbol(market.coin) })}</th>
            <th scope="col">{t('trades.time')}</th>
          </tr>
        </thead>
        <tbody>
          {trades
            ? trades.map((trade) => (
                <PublicTradeRow key={trade.number} trade={trade} view={view} decimals={decimals} />
              ))
            : Array.from({ length: 12 }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are identical.
                <tr key={i}>
                  <td>
                    <Skeleton width="70%" height={10} />
                  </td>
                  <td>
                    <Skeleton width="60%" height={10} />
                  </td>
                  <td>
                    <Skeleton width="60%" height={10} />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
});

function PublicTradeRow({
  trade,
  view,
  decimals,
}: {
  trade: PublicTrade;
  view: MarketView;
  decimals: number;
}) {
  const t = useTranslations('exchange.trades');
  const format = useFormat();
  const { coin, quote } = view.facts.market;
  const isBuy = trade.side === 'buy';
  return (
    <tr>
      <td className={cx(css.price, isBuy ? css.up : css.down)}>
        <svg width="7" height="7" viewBox="0 0 8 8" aria-hidden>
          <path d={isBuy ? 'M4 1l4 6H0z' : 'M4 7L0 1h8z'} fill="currentColor" />
        </svg>
        <span className="hidden">{t(isBuy ? 'bought' : 'sold')}</span>
        <Price value={trade.unitPrice} coin={coin} quote={quote} bare />
      </td>
      <td>
        <Money value={trade.amount} asset={coin} decimals={decimals} fixed bare />
      </td>
      <td className={css.time}>
        <bdi dir="ltr">{format.time(trade.createdAtDateTime, true)}</bdi>
      </td>
    </tr>
  );
}
