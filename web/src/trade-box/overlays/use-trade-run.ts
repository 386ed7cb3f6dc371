import { parseDecimal, scaleOf } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api.ts';
import { newIdempotencyKey } from '../../lib/api/idempotency.ts';
import { isUnresolved } from '../../lib/api/last-move.ts';
import type { QuickTradePlan } from '../form.ts';
import { refreshBalances } from '../use-balances.ts';
import type { TradeBoxState } from '../use-trade-box.ts';
import { placeTrade, type TradeIntent } from './place-trade.ts';

/** A price that changed within this time before a press was not read: the press means the previous price. */
const MIN_READ_MS = 300;

export interface TradeExecution {
  /** The trade being confirmed; unchanged from sending until its outcome is known. */
  deal: QuickTradePlan | null;
  sending: boolean;
  /** Unknown whether the trade was executed: only the same request may be sent again. */
  unresolved: boolean;
  /** The price that the server no longer accepted. */
  changedFrom: bigint | null;
  error: unknown;
  order: Order | null;
  confirm: () => void;
}

/** One confirmation, from the display of the price to the receipt. */
export function useTradeExecution(box: TradeBoxState): TradeExecution {
  const [changedFrom, setChangedFrom] = useState<bigint | null>(null);
  const trade = useMutation({
    mutationFn: placeTrade,
    onSuccess: refreshBalances,
    onError: (error, { deal }: TradeIntent) => {
      const namedPrice = parseNewPrice(error, deal);
      if (namedPrice === null) return refreshBalances();
      setChangedFrom(deal.unitPrice);
      box.price.accept(namedPrice);
    },
  });
  const getReadPlan = useReadPlan(box.deal);
  const unresolved = trade.isError && isUnresolved(trade.error);
  const frozenPlan = trade.isPending || unresolved ? trade.variables.deal : null;

  return {
    deal: frozenPlan ?? box.deal,
    sending: trade.isPending,
    unresolved,
    changedFrom,
    error: changedFrom !== null && isPriceChange(trade.error) ? null : trade.error,
    order: trade.data ?? null,
    confirm: () => {
      if (trade.isPending || trade.isSuccess) return;
      if (unresolved) return trade.mutate(trade.variables);
      const deal = getReadPlan();
      if (!deal) return;
      setChangedFrom(null);
      trade.mutate({ deal, idempotencyKey: newIdempotencyKey() });
    },
  };
}

function useReadPlan(deal: QuickTradePlan | null): () => QuickTradePlan | null {
  const history = useRef<{ deal: QuickTradePlan | null; before: QuickTradePlan | null; at: number }>({
    deal,
    before: null,
    at: 0,
  });
  useEffect(() => {
    const last = history.current;
    if (last.deal !== deal) history.current = { deal, before: last.deal, at: Date.now() };
  }, [deal]);
  return () => {
    const { deal: now, before, at } = history.current;
    return before && Date.now() - at < MIN_READ_MS ? before : now;
  };
}

const isPriceChange = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'PRICE_CHANGED';

/** Returns the new price that the server's refusal contains. */
function parseNewPrice(error: unknown, { market }: QuickTradePlan): bigint | null {
  if (!isPriceChange(error)) return null;
  const text = error.data.unitPrice;
  return typeof text === 'string' ? parseDecimal(text, scaleOf(market.quote)) : null;
}
