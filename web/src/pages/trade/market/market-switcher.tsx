import { COINS, parseMarket, QUOTES, type Quote } from '@sarraf/domain';
import { IconSearch, IconSearchOff, IconStar, IconStarFilled } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../framework/navigation/history.ts';
import { Link } from '../../../framework/navigation/router.tsx';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { searchCoins } from '../../../lib/market/coin-search.ts';
import { tradePath, useFavourites, useMarkets } from '../../../lib/market/markets.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { CoinLabel } from '../../../ui/values/coin-label.tsx';
import type { OrderMarket } from '../order-form/form.ts';
import css from './market-switcher.module.css';
import { SwitcherFigures } from './switcher-figures.tsx';

interface MarketSwitcherProps {
  open: boolean;
  market: OrderMarket;
  onClose: () => void;
}

/** All markets of a quote, or the favourites; a search filters them by the beginning of a name. */
export function MarketSwitcher({ open, market, onClose }: MarketSwitcherProps) {
  const t = useTranslations('exchange.markets');
  return (
    <Modal open={open} onClose={onClose} title={t('title')}>
      <MarketChooser market={market} onDone={onClose} />
    </Modal>
  );
}

type MarketTab = Quote | 'favourites';

function MarketChooser({ market, onDone }: { market: OrderMarket; onDone: () => void }) {
  const t = useTranslations('exchange.markets');
  const format = useFormat();
  const [tab, setTab] = useState<MarketTab>(market.quote);
  const [text, setText] = useState('');
  const input = useRef<HTMLDivElement>(null);
  const { entries, state } = useMarketEntries(tab, text);
  // Toman is for Persian readers (requirements §2.13).
  const quotes = QUOTES.filter((quote) => quote === 'TETHER' || format.language === 'fa');

  useEffect(() => {
    // On a touch screen the keyboard would cover the list before the person wants to search.
    if (matchMedia('(pointer: fine)').matches) input.current?.querySelector('input')?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = entries;
    if (event.key !== 'Enter' || !first) return;
    event.preventDefault();
    navigate(tradePath(first.quote, first.coin));
    onDone();
  };

  return (
    <Stack gap={3}>
      <div ref={input} className={css.search}>
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          autoComplete="off"
          before={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <Segmented
        block
        size="s"
        label={t('unit')}
        value={tab}
        onChange={setTab}
        segments={[
          ...quotes.map((quote) => ({ key: quote as MarketTab, label: format.coin(quote) })),
          { key: 'favourites' as const, label: t('favourites') },
        ]}
      />
      <MarketEntries {...{ entries, state, shelf: tab, market, onDone }} />
      <span className="hidden" role="status">
        {t('found', { count: entries.length, shown: format.digits(entries.length) })}
      </span>
    </Stack>
  );
}

interface MarketEntry extends OrderMarket {
  marketType: string;
}

/** Returns the markets of a tab that match the typed text. */
function useMarketEntries(tab: MarketTab, text: string) {
  const toman = useMarkets('TOMAN');
  const tether = useMarkets('TETHER');
  const { has } = useFavourites();
  const sources = { TOMAN: toman, TETHER: tether };
  const shownSources = tab === 'favourites' ? [toman, tether] : [sources[tab]];
  const all: MarketEntry[] = shownSources
    .flatMap(({ list }) => list)
    .flatMap(({ marketType }) => {
      const market = parseMarket(marketType);
      return market && (tab !== 'favourites' || has(marketType)) ? [{ ...market, marketType }] : [];
    });
  const found = new Set(
    searchCoins(
      all.map(({ coin }) => coin),
      text,
    ),
  );
  return {
    entries: all.filter(({ coin }) => found.has(coin)),
    state: {
      loading: shownSources.some(({ loading }) => loading),
      failed: shownSources.every(({ failed }) => failed),
      error: shownSources[0]?.error,
      retry: () => {
        for (const { refetch } of shownSources) refetch();
      },
    },
  };
}

interface ListProps {
  entries: readonly MarketEntry[];
  state: ReturnType<typeof useMarketEntries>['state'];
  shelf: MarketTab;
  market: OrderMarket;
  onDone: () => void;
}

function MarketEntries({ entries, state, shelf, market, onDone }: ListProps) {
  const t = useTranslations('exchange.markets');
  const failure = useErrorMessages();
  if (state.failed) {
    return (
      <div className={css.list}>
        <ErrorState title={t('failed')} text={failure.text(state.error)} onRetry={state.retry} />
      </div>
    );
  }
  if (state.loading) {
    return (
      <div className={css.list} aria-hidden>
        {COINS.slice(0, 6).map((coin) => (
          <div key={coin} className={css.waiting}>
            <Skeleton width={34} height={34} round />
            <Skeleton width="50%" />
          </div>
        ))}
      </div>
    );
  }
  if (entries.length === 0) {
    const isFavouritesTab = shelf === 'favourites';
    return (
      <div className={css.list}>
        <EmptyState
          icon={isFavouritesTab ? <IconStar size={26} /> : <IconSearchOff size={26} />}
          title={t(isFavouritesTab ? 'noFavourites' : 'none')}
          text={t(isFavouritesTab ? 'noFavouritesText' : 'noneText')}
        />
      </div>
    );
  }
  return (
    <ul className={css.list} aria-label={t('list')}>
      {entries.map((entry) => (
        <MarketEntryRow
          key={entry.marketType}
          {...entry}
          here={entry.coin === market.coin && entry.quote === market.quote}
          onDone={onDone}
        />
      ))}
    </ul>
  );
}

interface RowProps extends MarketEntry {
  here: boolean;
  onDone: () => void;
}

function MarketEntryRow({ coin, quote, marketType, here, onDone }: RowProps) {
  const t = useTranslations('exchange');
  const format = useFormat();
  const { has, toggle } = useFavourites();
  const isFavourite = has(marketType);
  return (
    <li className={cx(css.row, here && css.here)}>
      <Link
        to={tradePath(quote, coin)}
        className={css.link}
        aria-current={here ? 'page' : undefined}
        onClick={onDone}
      >
        <CoinLabel coin={coin} />
        <SwitcherFigures coin={coin} quote={quote} />
      </Link>
      <IconButton
        label={t(isFavourite ? 'head.unfavourite' : 'head.favourite', { coin: format.coin(coin) })}
        aria-pressed={isFavourite}
        className={cx(css.star, isFavourite && css.marked)}
        onClick={() => toggle(marketType)}
      >
        {isFavourite ? <IconStarFilled size={18} /> : <IconStar size={18} />}
      </IconButton>
    </li>
  );
}
