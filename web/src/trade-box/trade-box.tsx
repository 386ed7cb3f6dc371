import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLazyPart } from '../framework/loading/lazy-part.ts';
import { Segmented } from '../ui/fields/segmented.tsx';
import { Card } from '../ui/layout/card.tsx';
import { listTradableCoins } from './form.ts';
import { dialogs, openDialogs } from './part.ts';
import { saveTradeDraft } from './save-trade-draft.ts';
import { TradeAction } from './trade-action.tsx';
import css from './trade-box.module.css';
import { TradeFacts } from './trade-facts.tsx';
import { TradeLines } from './trade-lines.tsx';
import { TradeSummaryText } from './trade-words.tsx';
import type { TradeBoxState } from './use-trade-box.ts';

const DIALOG_GONE_MS = 400;

/** Buys or sells a coin at the quoted price: two lines, the price, the fee and the total, one button. */
export function TradeBox({ box, resumed = false }: { box: TradeBoxState; resumed?: boolean }) {
  const t = useTranslations('trade.box');
  const part = useLazyPart(dialogs);
  const paused = box.pause !== null;
  useEffect(() => {
    // Without the pause's text the button still says so.
    if (paused) dialogs.preload().catch(() => undefined);
  }, [paused]);
  const [isPickerOpen, setIsPickerOpen] = useState(false);
  // Each confirmation starts with new state, and stays unchanged while its dialog closes.
  const [run, setRun] = useState({ count: 0, open: false });
  const { side, market, price } = box;

  const boxRef = useRef<HTMLDivElement>(null);
  const saveDraftOnLeave = () => {
    setRun(({ count }) => ({ count, open: false }));
    focusFirstLineAfterClose(boxRef.current);
  };
  const confirm = () => {
    price.renew();
    setRun(({ count }) => ({ count: count + 1, open: true }));
    openDialogs(saveDraftOnLeave);
  };
  // Stored immediately, since the part that stores every edit may still be loading.
  const saveDraft = () => {
    const { entry } = box;
    if (entry) saveTradeDraft({ side, market, entry });
  };
  const pick = () => {
    setIsPickerOpen(true);
    openDialogs(() => setIsPickerOpen(false));
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
      <div ref={boxRef}>
        <TradeLines box={box} onPick={pick} />
      </div>
      <TradeFacts box={box} />
      <TradeSummaryText box={box} />
      {part && box.pause && <part.PauseNoteView pause={box.pause} />}
      <TradeAction box={box} onConfirm={confirm} onLeave={saveDraft} />
      {part && (
        <>
          <part.TradeDraftKeeper box={box} resumed={resumed} onReady={confirm} />
          <part.CoinPicker
            open={isPickerOpen}
            quote={market.quote}
            coins={listTradableCoins(market.quote)}
            value={market.coin}
            onPick={(coin) => {
              box.setCoin(coin);
              setIsPickerOpen(false);
            }}
            onClose={() => setIsPickerOpen(false)}
          />
          <part.TradeDialog key={run.count} box={box} open={run.open} onClose={saveDraftOnLeave} />
        </>
      )}
    </Card>
  );
}

/** Moves the focus to the first line after the dialog closes if the button that opened it is disabled now. */
function focusFirstLineAfterClose(boxRef: HTMLElement | null): void {
  if (!matchMedia('(pointer: fine)').matches) return;
  setTimeout(() => {
    if (document.activeElement === document.body)
      boxRef?.querySelector<HTMLElement>('input[inputmode]')?.focus();
  }, DIALOG_GONE_MS);
}
