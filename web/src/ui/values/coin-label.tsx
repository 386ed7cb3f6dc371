import { useFormat } from '../../lib/format/use-format.ts';
import { coinSymbol } from '../../lib/market/coins.ts';
import { CoinIcon } from './coin-icon.tsx';
import css from './coin-label.module.css';

/** Icon, name and ticker, as in the first column of a table. */
export function CoinLabel({ coin, size = 34 }: { coin: string; size?: number }) {
  const format = useFormat();
  return (
    <span className={css.label}>
      <CoinIcon coin={coin} size={size} />
      <span className={css.names}>
        <span className={css.name}>{format.coin(coin)}</span>
        <small className={css.symbol}>{coinSymbol(coin)}</small>
      </span>
    </span>
  );
}
