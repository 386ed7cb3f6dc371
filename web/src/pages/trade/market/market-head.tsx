import { IconChevronDown } from '@tabler/icons-react';
import { memo, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AlertButton } from '../../../alerts/alert-button.tsx';
import { useFormat } from '../../../lib/format/use-format.ts';
import { usePrices } from '../../../lib/market/prices.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { CoinIcon } from '../../../ui/values/coin-icon.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Percent } from '../../../ui/values/percent.tsx';
import { Price } from '../../../ui/values/price.tsx';
import { LastPrice } from './last-price.tsx';
import css from './market-head.module.css';
import { MarketSwitcher } from './market-switcher.tsx';
import type { MarketView } from './use-market.ts';

/** The market's name with a link to others, its price and its last 24 hours. */
export const MarketHead = memo(function MarketHead({ view }: { view: MarketView }) {
  const t = useTranslations('exchange');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const { row } = view;
  const { market } = view.facts;
  const { coin, quote } = market;
  const names = { coin: format.coin(coin), quote: format.coin(quote) };
  // The coin's price and change as on all pages; trades in this market may be few and differ from it.
  const reference = usePrices(quote).forCoin(coin);
  const referenceChange = <Percent value={reference?.price24hrChangePercent} />;
  const renderPrice = (value: string | null | undefined) => <Price value={value} coin={coin} quote={quote} />;
  return (
    <Cluster as="header" gap={6} className={css.head}>
      <h1 className={css.market}>
        <button
          type="button"
          className={css.switch}
          aria-haspopup="dialog"
          aria-label={t('head.switch', names)}
          onClick={() => setOpen(true)}
        >
          <CoinIcon key={coin} coin={coin} size={32} />
          <span className={css.name}>
            {names.coin} <small>/ {names.quote}</small>
          </span>
          <IconChevronDown size={18} aria-hidden className={css.chevron} />
        </button>
      </h1>
      <p className={css.last}>
        {view.priceOf === 'TRADES' && <span className="hidden">{t('head.last')}</span>}
        <LastPrice view={view} unit />
      </p>
      <AlertButton market={market} className={css.bell} />
      <Cluster as="dl" gap={6} align="stretch" shrink size="s" number className={css.day}>
        {row?.priceOf === 'REFERENCE' ? (
          <MarketFigure label={t('head.referenceChange')} wait={!reference}>
            {referenceChange}
          </MarketFigure>
        ) : (
          <>
            <MarketFigure label={t('head.referencePrice')} wait={!reference} className={css.line}>
              <Cluster as="span" inline gap="icon">
                {renderPrice(reference?.referencePrice)}
                <small>{referenceChange}</small>
              </Cluster>
            </MarketFigure>
            <MarketFigure label={t('head.tradesChange')} wait={!row} className={css.line}>
              <Percent value={row?.last24HoursChange} />
            </MarketFigure>
          </>
        )}
        <MarketFigure label={t('head.high')} wait={!row}>
          {renderPrice(row?.last24HoursHigh)}
        </MarketFigure>
        <MarketFigure label={t('head.low')} wait={!row}>
          {renderPrice(row?.last24HoursLow)}
        </MarketFigure>
        <MarketFigure label={t('head.volume')} wait={!row}>
          {row && <Money value={row.last24HoursValue} asset={quote} compact />}
        </MarketFigure>
      </Cluster>
      <MarketSwitcher open={open} market={market} onClose={() => setOpen(false)} />
    </Cluster>
  );
});

interface FigureProps {
  label: string;
  wait: boolean;
  className?: string | undefined;
  children: ReactNode;
}

function MarketFigure({ label, wait, className, children }: FigureProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{wait ? <Skeleton width={70} /> : children}</dd>
    </div>
  );
}
