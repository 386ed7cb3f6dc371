import type { Side } from '@sarraf/domain';
import type { AmountEntry, Market } from './form.ts';

/** What somebody wrote into the box before they had an account, a verified one, or the money. Never traded by itself. */
export interface TradeDraft {
  side: Side;
  market: Market;
  entry: AmountEntry;
}

/** `lib/session/token.ts` drops it with the session. */
export const TRADE_DRAFT_KEY = 'sarraf.trade';

/** Apart from what reads it, so that the home page can keep it at once. */
export function saveTradeDraft({ side, market, entry }: TradeDraft): void {
  try {
    localStorage.setItem(TRADE_DRAFT_KEY, JSON.stringify({ side, market, entry, at: Date.now() }));
  } catch {
    // Without storage it has to be written again.
  }
}
