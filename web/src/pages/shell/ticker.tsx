import { COINS, type Quote } from '@sarraf/domain';
import type { CoinPrice } from '@sarraf/domain/contracts';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { memo, useDeferredValue, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../framework/i18n/language.ts';
import { usePageVisible } from '../../lib/browser/media.ts';
import { useInView } from '../../lib/browser/use-in-view.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { getDefaultQuote } from '../../lib/market/coins.ts';
import { usePrices } from '../../lib/market/prices.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Percent } from '../../ui/values/percent.tsx';
import { Price } from '../../ui/values/price.tsx';
import css from './ticker.module.css';

/**
 * Sell and buy prices of all coins, in the quote of the language. Pauses on hover, keyboard focus and request; out
 * of view, in a hidden tab or scrolled away, it neither moves nor renders. Prices don't flash here, since they
 * already move.
 */
export function Ticker() {
  const t = useTranslations('ticker');
  const tickerRef = useRef<HTMLElement>(null);
  const visible = usePageVisible();
  const inView = useInView(tickerRef);
  const isOnScreen = visible && inView;
  const [isPaused, setIsPaused] = useState(false);
  const quote = getDefaultQuote(useLanguage());
  const { list, loading } = usePrices(quote);
  const [shownPrices, setShownPrices] = useState(list);
  if (isOnScreen && shownPrices !== list) setShownPrices(list);
  // Many small numbers, which may update with low priority.
  const rows = useDeferredValue(shownPrices);
  const isNoneActive = !loading && list.length > 0 && !list.some((row) => row.isActive);
  return (
    <section ref={tickerRef} className={css.ticker} aria-label={t('label')}>
      {isNoneActive ? (
        <p className={css.none}>{t('none')}</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: must be focusable by keyboard to be paused and scrolled. */}
          <div className={css.window} tabIndex={0}>
            {loading || list.length === 0 ? (
              <div className={css.waiting}>
                {COINS.slice(0, 6).map((coin) => (
                  <Skeleton key={coin} width={220} height={14} />
                ))}
              </div>
            ) : (
              <div className={cx(css.track, (isPaused || !isOnScreen) && css.resting)}>
                <TickerRow list={rows} quote={quote} />
                <TickerRow list={rows} quote={quote} repeated />
              </div>
            )}
          </div>
          <IconButton
            size="s"
            className={css.pause}
            label={isPaused ? t('play') : t('pause')}
            onClick={() => setIsPaused(!isPaused)}
          >
            {isPaused ? <IconPlayerPlayFilled size={14} /> : <IconPlayerPauseFilled size={14} />}
          </IconButton>
        </>
      )}
    </section>
  );
}

interface TickerRowProps {
  list: readonly CoinPrice[];
  quote: Quote;
  repeated?: boolean;
}

/** Rendered twice, so that the ticker loops seamlessly; the second is hidden from screen readers. */
const TickerRow = memo(function TickerRow({ list, quote, repeated }: TickerRowProps) {
  const t = useTranslations('ticker');
  const { coin } = useFormat();
  return (
    <ul className={css.row} aria-hidden={repeated}>
      {COINS.map((code) => {
        const price = list.find((row) => row.destCoinSymbol === code);
        if (!price?.isActive) return null;
        return (
          <li key={code} className={css.item}>
            <b>{coin(code)}</b>
            <span className={css.word}>{t('sell')}</span>
            <Price value={price.sellPrice} coin={code} quote={quote} bare />
            <span className={css.word}>{t('buy')}</span>
            <Price value={price.buyPrice} coin={code} quote={quote} />
            <Percent value={price.price24hrChangePercent} />
          </li>
        );
      })}
    </ul>
  );
});
