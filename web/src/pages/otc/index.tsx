import { isCoin, isQuote, type Side } from '@sarraf/domain';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import {
  clearTradeDraft,
  loadTradeDraft,
  type TradeDraft,
} from '../../trade-box/overlays/load-trade-draft.ts';
import { TradeBox } from '../../trade-box/trade-box.tsx';
import { useTradeBox } from '../../trade-box/use-trade-box.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { CoinCard } from './coin-card.tsx';
import { LastTrades } from './last-trades.tsx';
import css from './otc.module.css';

/**
 * `?coin=`, `?side=` and `?quote=` preset the box; another address presets it again. Without them it restores the
 * draft that the person entered before they could trade.
 */
export function Page() {
  const t = useTranslations('trade');
  useTitle(t('title'));
  const [search] = useSearchParams();
  const coin = search.get('coin');
  const side = search.get('side');
  const quote = search.get('quote');
  const [draft] = useState(loadTradeDraft);
  return (
    <main>
      <h1 className={css.title}>{t('title')}</h1>
      <TradeColumns
        key={`${coin} ${side} ${quote}`}
        storedDraft={coin === null && side === null && quote === null ? draft : null}
        preset={{
          ...(isCoin(coin) && { coin }),
          ...(isSide(side) && { side }),
          ...(isQuote(quote) && { quote }),
        }}
      />
    </main>
  );
}

const isSide = (value: string | null): value is Side => value === 'buy' || value === 'sell';

type Preset = Parameters<typeof useTradeBox>[0];

function TradeColumns({ storedDraft, preset }: { storedDraft: TradeDraft | null; preset: Preset }) {
  const box = useTradeBox(
    storedDraft ? { ...storedDraft.market, side: storedDraft.side, entry: storedDraft.entry } : preset,
  );
  useClearReplacedDraft(storedDraft, box);
  return (
    <div className={css.columns}>
      <TradeBox box={box} resumed={storedDraft !== null} />
      <Stack gap={5} shrink className={css.beside}>
        <CoinCard market={box.market} />
        <LastTrades enabled={box.session.authorized} />
      </Stack>
    </div>
  );
}

/** Clears the stored draft when the person enters something else. */
function useClearReplacedDraft(draft: TradeDraft | null, { entry }: ReturnType<typeof useTradeBox>): void {
  const wasReplaced = draft !== null && entry?.text !== draft.entry.text;
  useEffect(() => {
    if (wasReplaced) clearTradeDraft();
  }, [wasReplaced]);
}
