import type { Side } from '@sarraf/domain';
import type { AmountEntry, Market } from './form.ts';

/** A trade entered before the person had an account, verification or the money. Never executed automatically. */
export interface TradeDraft {
  side: Side;
  market: Market;
  entry: AmountEntry;
}

/** `lib/session/token.ts` clears it with the session. */
export const TRADE_DRAFT_KEY = 'sarraf.trade';

/** Separate from the parser, so that the home page can store a draft immediately. */
export function saveTradeDraft({ side, market, entry }: TradeDraft): void {
  try {
    localStorage.setItem(TRADE_DRAFT_KEY, JSON.stringify({ side, market, entry, at: Date.now() }));
  } catch {
    // Without storage the trade has to be entered again.
  }
}
