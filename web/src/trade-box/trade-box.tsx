import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLazyPart } from '../lib/lazy-part.ts';
import { Card } from '../ui/card.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { tradableCoins } from './form.ts';
import { dialogs, openDialogs } from './part.ts';
import { TradeAction } from './trade-action.tsx';
import css from './trade-box.module.css';
import { TradeFacts } from './trade-facts.tsx';
import { TradeLines } from './trade-lines.tsx';
import { TradeWords } from './trade-words.tsx';
import type { TradeBoxState } from './use-trade-box.ts';

/** Buys or sells a coin at the quoted price: two lines, the price, the fee and the total, one action. */
export function TradeBox({ box }: { box: TradeBoxState }) {
  const t = useTranslations('trade.box');
  const part = useLazyPart(dialogs);
  const [picking, setPicking] = useState(false);
  // Each confirmation starts afresh, and stays what it was while its dialog leaves the screen.
  const [run, setRun] = useState({ count: 0, open: false });
  const { side, market, price } = box;

  const leave = () => setRun(({ count }) => ({ count, open: false }));
  const confirm = () => {
    price.renew();
    setRun(({ count }) => ({ count: count + 1, open: true }));
    openDialogs(leave);
  };
  const pick = () => {
    setPicking(true);
    openDialogs(() => setPicking(false));
  };

  return (
    <Card raised className={css.box} aria-label={t('label')}>
      <Segmented
        block
        label={t('side')}
        value={side}
        onChange={box.setSide}
        segments={[
          { key: 'buy', label: t('buy'), tone: 'up' },
          { key: 'sell', label: t('sell'), tone: 'down' },
        ]}
      />
      <TradeLines box={box} onPick={pick} />
      <TradeFacts box={box} />
      <TradeWords box={box} />
      <TradeAction box={box} onConfirm={confirm} />
      {part && (
        <>
          <part.CoinPicker
            open={picking}
            quote={market.quote}
            coins={tradableCoins(market.quote)}
            value={market.coin}
            onPick={(coin) => {
              box.setCoin(coin);
              setPicking(false);
            }}
            onClose={() => setPicking(false)}
          />
          <part.TradeDialog key={run.count} box={box} open={run.open} onClose={leave} />
        </>
      )}
    </Card>
  );
}
