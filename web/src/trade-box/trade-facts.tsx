import { formatAmount, formatDecimal, percentText, priceDecimals, scaleOf } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Facts } from '../ui/layout/facts.tsx';
import { Cluster } from '../ui/layout/layout.tsx';
import { Money } from '../ui/values/money.tsx';
import { Price } from '../ui/values/price.tsx';
import { PriceCountdown } from './price-life.tsx';
import css from './trade-box.module.css';
import type { TradeBoxState } from './use-trade-box.ts';

export function TradeFacts({ box }: { box: TradeBoxState }) {
  const t = useTranslations('trade.box');
  const format = useFormat();
  const { market, feeRate, deal } = box;
  const { quote } = market;
  return (
    <Facts
      className={css.facts}
      facts={[
        { key: 'price', label: t('price'), value: <UnitPriceRow box={box} /> },
        {
          key: 'limits',
          label: t('limits'),
          value: <Limits box={box} />,
        },
        {
          key: 'fee',
          label: t('fee', { percent: format.percent(percentText(feeRate)) }),
          value: <Money value={deal && formatAmount(deal.money.fee, quote)} asset={quote} />,
        },
      ]}
    />
  );
}

function Limits({ box }: { box: TradeBoxState }) {
  const t = useTranslations('trade.box');
  const format = useFormat();
  const { limits, limitsState, market } = box;
  const { coin } = market;
  if (limitsState === 'loading') return <Skeleton width={110} />;
  if (limitsState === 'unknown') return <Money value={null} asset={coin} />;
  const formatUnits = (units: bigint) => format.amount(formatDecimal(units, scaleOf(coin)), coin);
  return (
    <span className={css.range} translate="no">
      {t('range', { min: formatUnits(limits.minAmount), max: formatUnits(limits.maxAmount) })}{' '}
      <small>{format.unit(coin)}</small>
    </span>
  );
}

/** The unit price: flashes when it changes, with a small ring for the validity that remains. */
function UnitPriceRow({ box }: { box: TradeBoxState }) {
  const { price, market } = box;
  const { coin, quote } = market;
  const { held, halted } = price;
  if (halted) return <Money value={null} asset={quote} />;
  if (!held) return <Skeleton width={140} />;
  const decimals = priceDecimals(coin, quote);
  return (
    <Cluster as="span" inline gap="icon" align="baseline" className={css.price}>
      <PriceCountdown until={held.until} />
      <Price
        key={`${box.side} ${coin} ${quote}`}
        value={formatDecimal(held.unitPrice, scaleOf(quote), decimals)}
        coin={coin}
        quote={quote}
        flash
      />
    </Cluster>
  );
}
