import type { Side } from '@sarraf/domain';
import { IconChartCandle, IconChevronLeft } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { useFormat } from '../../lib/format/use-format.ts';
import { tradePath } from '../../lib/market/markets.ts';
import type { Prices } from '../../lib/market/prices.ts';
import type { Market } from '../../trade-box/form.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import { Price } from '../../ui/values/price.tsx';
import css from './trade-card.module.css';

interface TradeCardProps {
  market: Market;
  prices: Prices;
  /** Limit orders are currently closed. */
  closed: boolean;
}

const SIDES: readonly Side[] = ['buy', 'sell'];

/** Both prices of the quick trade with a link for each side, and a link to limit orders. */
export function TradeCard({ market, prices, closed }: TradeCardProps) {
  const { coin, quote } = market;
  const t = useTranslations('markets.coin');
  const format = useFormat();
  const row = prices.forCoin(coin);
  const name = format.coin(coin);
  // English has no Toman markets: for Tether it shows only the price, since Tether is traded against other coins.
  const offered = format.language === 'fa' || quote === 'TETHER';
  if (prices.failed) {
    return (
      <Card>
        <ErrorState title={t('pricesFailed')} onRetry={prices.refetch} />
      </Card>
    );
  }
  return (
    <Card title={t('quick')} raised className={css.card}>
      <div className={css.sides}>
        {SIDES.map((side) => (
          <div key={side} className={css.side}>
            <Text as="span" size="s" tone="faint">
              {t(`${side}Price`)}
            </Text>
            <strong className={css.price}>
              {prices.loading ? (
                <Skeleton width={120} />
              ) : (
                <Price value={row?.[`${side}Price`]} coin={coin} quote={quote} flash />
              )}
            </strong>
            {offered && (
              <LinkButton
                className={cx(css.go, css[side])}
                to={`/profile/otc?coin=${coin}&side=${side}&quote=${quote}`}
              >
                {t(side, { coin: name })}
              </LinkButton>
            )}
          </div>
        ))}
      </div>
      {row && !row.isActive && <p className={css.note}>{t('halted', { coin: name })}</p>}
      <Link to={offered ? tradePath(quote, coin) : '/markets'} className={css.limit}>
        <IconChartCandle size={22} aria-hidden />
        {offered ? (
          <span>
            <strong>{t('limit')}</strong>
            <small>{closed ? t('closed') : t('limitText')}</small>
          </span>
        ) : (
          <span>
            <strong>{t('tetherMarkets')}</strong>
            <small>{t('tetherMarketsText')}</small>
          </span>
        )}
        <IconChevronLeft size={18} aria-hidden className={css.chevron} />
      </Link>
    </Card>
  );
}
