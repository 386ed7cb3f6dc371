import { parseDecimal, type Side, scaleOf } from '@sarraf/domain';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { usePrices } from '../lib/market/prices.ts';
import { useStreamAlive } from '../lib/stream/stream.ts';
import type { Market } from './form.ts';
import { type HeldPrice, HOLD_MS, holdPrice } from './held-price.ts';

export interface MarketPrice {
  /** Null while the first or a fresh price is loading. */
  held: HeldPrice | null;
  /** Trading of the coin is halted. */
  halted: boolean;
  /** Takes the latest price now, for a full window. */
  renew: () => void;
  /** Holds a price that the server returned. */
  accept: (unitPrice: bigint) => void;
}

export function useHeldPrice({ coin, quote }: Market, side: Side): MarketPrice {
  const { forCoin, updatedAt } = usePrices(quote);
  const alive = useStreamAlive();
  const row = forCoin(coin);
  const text = side === 'buy' ? row?.buyPrice : row?.sellPrice;
  const key = `${side} ${coin} ${quote}`;
  const [state, setState] = useState<{ key: string; held: HeldPrice | null }>({ key, held: null });
  const held = state.key === key ? state.held : null;

  const updateHeld = useCallback(
    (isRenewal: boolean) => {
      const now = Date.now();
      const unitPrice = text == null ? null : parseDecimal(text, scaleOf(quote));
      // While the stream is connected, an unchanged price is current.
      const live = unitPrice ? { unitPrice, seenAt: alive ? now : updatedAt } : null;
      setState((old) => {
        const previous = old.key === key ? old.held : null;
        const next = holdPrice(isRenewal ? null : previous, live, side, now);
        return old.key === key && old.held === next ? old : { key, held: next };
      });
    },
    [key, text, quote, side, alive, updatedAt],
  );

  // Before paint, so that a change of market never shows an empty price.
  useLayoutEffect(() => {
    updateHeld(false);
  }, [updateHeld]);
  useEffect(() => {
    if (!held) return;
    const timer = setTimeout(() => updateHeld(false), Math.max(0, held.until - Date.now()) + 10);
    return () => clearTimeout(timer);
  }, [held, updateHeld]);

  const renew = useCallback(() => updateHeld(true), [updateHeld]);
  const accept = useCallback(
    (unitPrice: bigint) => setState({ key, held: { unitPrice, until: Date.now() + HOLD_MS } }),
    [key],
  );
  return { held, halted: row !== undefined && (!row.isActive || text == null), renew, accept };
}
