import { type Coin, formatMarketType, isQuote, QUOTES, type Quote } from '@sarraf/domain';
import { IconSearch, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { searchCoins } from '../../lib/market/coin-search.ts';
import { useFavourites, useMarkets } from '../../lib/market/markets.ts';
import { usePrices, useWeekPrices } from '../../lib/market/prices.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { toMarketFigures } from './figures.ts';
import css from './markets.module.css';
import { MarketsTable } from './markets-table.tsx';
import { MarketPreview } from './preview.tsx';
import { useSortedMarkets } from './use-order.ts';

/** All markets of a quote. Toman is offered only in Persian; `?unit=TETHER` is the address for Tether. */
export function Page() {
  const t = useTranslations('markets');
  useTitle(t('title'));
  const { language, digits } = useFormat();
  const { quote, choose } = useQuoteUnit();
  const [searchText, setSearchText] = useState('');
  const [onlyFavourites, setOnlyFavourites] = useState(false);
  const [hovered, setHovered] = useState<Coin | null>(null);
  const sought = useDeferredValue(searchText.trim());

  const markets = useMarkets(quote);
  const prices = usePrices(quote);
  const getFigures = (coin: Coin) => toMarketFigures(markets.forCoin(coin), prices.forCoin(coin));
  const loading = markets.loading || prices.loading;
  const getWeekPrices = useWeekPrices(quote);
  const favourites = useFavourites();
  const isMarked = (coin: Coin) => favourites.has(formatMarketType(coin, quote));
  const order = useSortedMarkets(quote, { isLoaded: !loading, getFigures: getFigures });
  const listed = order.coins.filter((coin) => loading || markets.forCoin(coin));
  const found = searchCoins(listed, sought).filter((coin) => !onlyFavourites || isMarked(coin));
  const previewedCoin = hovered && found.includes(hovered) ? hovered : (found[0] ?? 'BITCOIN');

  return (
    <main className="wrap">
      <SectionHead
        of="page"
        title={t('title')}
        lead={t('lead')}
        aside={language === 'fa' && <QuoteUnits quote={quote} onChange={choose} />}
        className={css.head}
      />
      <div className={css.page}>
        <Card padding="flush" className={css.card} aria-label={t('title')}>
          <Cluster gap={3} justify="between" className={css.bar}>
            <SearchBox
              label={t('search')}
              placeholder={t('searchHint')}
              value={searchText}
              onChange={setSearchText}
            />
            <Button
              variant="ghost"
              aria-pressed={onlyFavourites}
              className={css.marked}
              icon={onlyFavourites ? <IconStarFilled size={18} /> : <IconStar size={18} />}
              onClick={() => setOnlyFavourites(!onlyFavourites)}
            >
              <span className={css.word}>{t('marked')}</span>
            </Button>
            <span className="hidden" role="status">
              {!loading && t('found', { count: found.length, shown: digits(found.length) })}
            </span>
          </Cluster>
          <MarketsTable
            {...{ quote, markets, loading, getFigures: getFigures, getWeekPrices: getWeekPrices, isMarked }}
            coins={found}
            sorting={order.sorting}
            onSort={order.sortBy}
            onMark={(coin) => favourites.toggle(formatMarketType(coin, quote))}
            onHover={setHovered}
            empty={
              sought !== '' || !onlyFavourites ? (
                <NoMatch sought={sought} onClear={() => setSearchText('')} />
              ) : (
                <NoFavourites onClear={() => setOnlyFavourites(false)} />
              )
            }
          />
        </Card>
        <MarketPreview
          coin={previewedCoin}
          quote={quote}
          row={getFigures(previewedCoin)}
          week={getWeekPrices(previewedCoin)}
        />
      </div>
    </main>
  );
}

/**
 * The unit is part of the address; the control must show the choice immediately, although the address changes a
 * moment later.
 */
function useQuoteUnit(): { quote: Quote; choose: (quote: Quote) => void } {
  const { language } = useFormat();
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<Quote | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query replaces the optimistic choice.
  useEffect(() => {
    setChosen(null);
  }, [search]);
  const unit = search.get('unit');
  const quote = chosen ?? (isQuote(unit) ? unit : 'TOMAN');
  const choose = (next: Quote) => {
    setChosen(next);
    setSearch(next === 'TOMAN' ? {} : { unit: next }, { replace: true });
  };
  return { quote: language === 'fa' ? quote : 'TETHER', choose };
}

function QuoteUnits({ quote, onChange }: { quote: Quote; onChange: (quote: Quote) => void }) {
  const t = useTranslations('markets');
  const { coin } = useFormat();
  return (
    <Segmented
      label={t('unit')}
      value={quote}
      onChange={onChange}
      segments={QUOTES.map((key) => ({ key, label: coin(key) }))}
    />
  );
}

function NoMatch({ sought, onClear }: { sought: string; onClear: () => void }) {
  const t = useTranslations('markets');
  if (sought === '') return <EmptyState title={t('empty')} text={t('emptyText')} />;
  return (
    <EmptyState
      icon={<IconSearch size={26} />}
      title={t('none')}
      text={t('noneText')}
      action={
        <Button variant="ghost" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  );
}

function NoFavourites({ onClear }: { onClear: () => void }) {
  const t = useTranslations('markets');
  return (
    <EmptyState
      icon={<IconStar size={26} />}
      title={t('noMarked')}
      text={t('noMarkedText')}
      action={
        <Button variant="ghost" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  );
}
