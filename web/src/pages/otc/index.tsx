import { type Coin, isCoin, isQuote, type Quote, type Side } from '@sarraf/domain';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../lib/use-title.ts';
import { TradeBox } from '../../trade-box/trade-box.tsx';
import { useTradeBox } from '../../trade-box/use-trade-box.ts';
import { CoinCard } from './coin-card.tsx';
import { LastTrades } from './last-trades.tsx';
import css from './otc.module.css';

/** `?coin=`, `?side=` and `?quote=` preset the box; another address presets it anew. */
export function Page() {
  const t = useTranslations('trade');
  useTitle(t('title'));
  const [search] = useSearchParams();
  const coin = search.get('coin');
  const side = search.get('side');
  const quote = search.get('quote');
  return (
    <main>
      <h1 className={css.title}>{t('title')}</h1>
      <Desk
        key={`${coin} ${side} ${quote}`}
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

function Desk({ preset }: { preset: { coin?: Coin; side?: Side; quote?: Quote } }) {
  const box = useTradeBox(preset);
  return (
    <div className={css.desk}>
      <TradeBox box={box} />
      <div className={css.beside}>
        <CoinCard market={box.market} />
        <LastTrades enabled={box.session.authorized} />
      </div>
    </div>
  );
}
