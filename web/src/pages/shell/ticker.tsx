import { COINS } from '@sarraf/domain';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePageVisible } from '../../lib/media.ts';
import { usePrices } from '../../lib/prices.ts';
import { useFormat } from '../../lib/use-format.ts';
import { cx } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Money } from '../../ui/money.tsx';
import { Percent } from '../../ui/percent.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './ticker.module.css';

/** Sell and buy price of every coin in Toman. It rests in a hidden tab, under the pointer, and on request. */
export function Ticker() {
  const t = useTranslations('ticker');
  const visible = usePageVisible();
  const [paused, setPaused] = useState(false);
  const { list, loading } = usePrices('TOMAN');
  if (!loading && list.length > 0 && !list.some((row) => row.isActive)) {
    return (
      <section className={css.ticker} aria-label={t('label')}>
        <p className={css.none}>{t('none')}</p>
      </section>
    );
  }
  return (
    <section className={css.ticker} aria-label={t('label')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with reduced motion it scrolls, and a keyboard must reach that. */}
      <div className={css.window} tabIndex={0}>
        {loading || list.length === 0 ? (
          <div className={css.waiting}>
            {COINS.slice(0, 6).map((coin) => (
              <Skeleton key={coin} width={220} height={14} />
            ))}
          </div>
        ) : (
          <div className={cx(css.track, (paused || !visible) && css.resting)}>
            <TickerRow />
            <TickerRow repeated />
          </div>
        )}
      </div>
      <IconButton
        size="s"
        className={css.pause}
        label={paused ? t('play') : t('pause')}
        onClick={() => setPaused(!paused)}
      >
        {paused ? <IconPlayerPlayFilled size={14} /> : <IconPlayerPauseFilled size={14} />}
      </IconButton>
    </section>
  );
}

/** Twice on the track, so that the band has no end; the second is for the eye alone. */
function TickerRow({ repeated }: { repeated?: boolean }) {
  const t = useTranslations('ticker');
  const { coin } = useFormat();
  const { of } = usePrices('TOMAN');
  return (
    <ul className={css.row} aria-hidden={repeated}>
      {COINS.map((code) => {
        const price = of(code);
        if (!price?.isActive) return null;
        return (
          <li key={code} className={css.item}>
            <b>{coin(code)}</b>
            <span className={css.word}>{t('sell')}</span>
            <Money value={price.sellPrice} asset="TOMAN" bare flash />
            <span className={css.word}>{t('buy')}</span>
            <Money value={price.buyPrice} asset="TOMAN" bare flash />
            <Percent value={price.price24hrChangePercent} />
          </li>
        );
      })}
    </ul>
  );
}
