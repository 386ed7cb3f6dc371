import { formatMarketType, QUOTES } from '@sarraf/domain';
import type { CoinPrice } from '@sarraf/domain/contracts';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AlertButton } from '../../alerts/alert-button.tsx';
import { navigate } from '../../framework/navigation/history.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { chooseQuote, coinSymbol, marketPath } from '../../lib/market/coins.ts';
import { useFavourites } from '../../lib/market/markets.ts';
import type { Market } from '../../trade-box/form.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Percent } from '../../ui/values/percent.tsx';
import { Price } from '../../ui/values/price.tsx';
import css from './market.module.css';

interface CoinHeadProps {
  market: Market;
  price: CoinPrice | undefined;
  loading: boolean;
}

/** The coin, the quote, and the current price. */
export function CoinHead({ market, price, loading }: CoinHeadProps) {
  const { coin, quote } = market;
  const t = useTranslations('markets');
  const format = useFormat();
  return (
    <header className={css.head}>
      <CoinIcon coin={coin} size={56} className={css.icon} />
      <div className={css.name}>
        <h1>{format.coin(coin)}</h1>
        <span>
          {coinSymbol(coin)} / {coinSymbol(quote)}
        </span>
      </div>
      <Cluster align="stretch">
        <FavouriteButton market={market} />
        <AlertButton market={market} className={css.star} />
      </Cluster>
      <Cluster gap={3} rowGap="line" justify="end" wrap className={css.now}>
        <strong>
          {loading ? (
            <Skeleton width={180} />
          ) : (
            <Price value={price?.referencePrice} coin={coin} quote={quote} flash />
          )}
        </strong>
        <Cluster as="span" inline gap="icon">
          {loading ? (
            <Skeleton width={70} height={26} />
          ) : (
            <Percent variant="chip" value={price?.price24hrChangePercent} />
          )}
          <small>{t('coin.change')}</small>
        </Cluster>
      </Cluster>
      <QuoteSwitch market={market} />
    </header>
  );
}

function FavouriteButton({ market: { coin, quote } }: { market: Market }) {
  const t = useTranslations('markets');
  const { coin: name } = useFormat();
  const favourites = useFavourites();
  const key = formatMarketType(coin, quote);
  const isFavourite = favourites.has(key);
  return (
    <IconButton
      className={cx(css.star, isFavourite && css.starred)}
      label={t(isFavourite ? 'unmark' : 'mark', { coin: name(coin) })}
      aria-pressed={isFavourite}
      onClick={() => favourites.toggle(key)}
    >
      {isFavourite ? <IconStarFilled size={20} /> : <IconStar size={20} />}
    </IconButton>
  );
}

/** Toman is offered only in Persian. */
function QuoteSwitch({ market: { coin, quote } }: { market: Market }) {
  const t = useTranslations('markets.coin');
  const { language, coin: name } = useFormat();
  // The address, and with it the page, changes a moment later.
  const [chosenQuote, setChosen] = useState(quote);
  const offered = QUOTES.filter((key) => key !== coin && chooseQuote(language, coin, key) === key);
  if (offered.length < 2) return null;
  return (
    <Segmented
      size="s"
      label={t('quote')}
      className={css.quotes}
      value={chosenQuote}
      onChange={(next) => {
        setChosen(next);
        navigate(marketPath(coin, next), { replace: true });
      }}
      segments={offered.map((key) => ({ key, label: name(key) }))}
    />
  );
}
