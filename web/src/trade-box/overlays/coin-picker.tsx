import type { Coin, Quote } from '@sarraf/domain';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { searchCoins } from '../../lib/market/coin-search.ts';
import { usePrices } from '../../lib/market/prices.ts';
import { cx } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { CoinLabel } from '../../ui/values/coin-label.tsx';
import { Percent } from '../../ui/values/percent.tsx';
import { Price } from '../../ui/values/price.tsx';
import css from './coin-picker.module.css';

interface CoinPickerProps {
  open: boolean;
  quote: Quote;
  coins: readonly Coin[];
  value: Coin;
  onPick: (coin: Coin) => void;
  onClose: () => void;
}

export function CoinPicker({ open, onClose, ...rest }: CoinPickerProps) {
  const t = useTranslations('trade.picker');
  return (
    <Modal open={open} onClose={onClose} title={t('title')}>
      <CoinSearch {...rest} />
    </Modal>
  );
}

/** A search field that controls a list: the arrow keys move in the list while the caret stays in the field. */
function CoinSearch({ quote, coins, value, onPick }: Omit<CoinPickerProps, 'open' | 'onClose'>) {
  const t = useTranslations('trade.picker');
  const { digits } = useFormat();
  const id = useId();
  const [text, setText] = useState('');
  const foundCoins = searchCoins(coins, text);
  const [highlightedIndex, setHighlightedIndex] = useState(() => Math.max(0, coins.indexOf(value)));
  const active = foundCoins[Math.min(highlightedIndex, foundCoins.length - 1)];
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // On a touch screen the keyboard would cover the list before the person wants to search.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);
  useEffect(() => {
    if (active) list.current?.querySelector(`[data-coin="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveIndex(event.key, highlightedIndex, foundCoins.length);
    if (event.key === 'Enter' && active) onPick(active);
    else if (next !== null) setHighlightedIndex(next);
    else return;
    event.preventDefault();
  };

  return (
    <Stack gap={3}>
      <Cluster gap={3} tone="faint" className={css.search}>
        <IconSearch size={20} aria-hidden />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-label={t('search')}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={active && `${id}-${active}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setHighlightedIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
      </Cluster>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={t('list')}
        className={css.list}
      >
        {foundCoins.map((coin, index) => (
          <CoinOption
            key={coin}
            id={`${id}-${coin}`}
            coin={coin}
            quote={quote}
            chosen={coin === value}
            active={coin === active}
            onPoint={() => setHighlightedIndex(index)}
            onPick={() => onPick(coin)}
          />
        ))}
        {foundCoins.length === 0 && (
          // A disabled option: a list box may contain nothing else.
          <div role="option" aria-disabled aria-selected={false} tabIndex={-1} className={css.none}>
            <EmptyState icon={<IconSearchOff size={26} />} title={t('none')} text={t('noneText')} />
          </div>
        )}
      </div>
      <span className="hidden" role="status">
        {t('found', { count: foundCoins.length, shown: digits(foundCoins.length) })}
      </span>
    </Stack>
  );
}

interface CoinOptionProps {
  id: string;
  coin: Coin;
  quote: Quote;
  chosen: boolean;
  active: boolean;
  onPoint: () => void;
  onPick: () => void;
}

function CoinOption({ id, coin, quote, chosen, active, onPoint, onPick }: CoinOptionProps) {
  const t = useTranslations('trade.picker');
  const price = usePrices(quote).forCoin(coin);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-coin={coin}
      aria-selected={chosen}
      className={cx(css.option, active && css.active)}
      onPointerMove={onPoint}
      onClick={onPick}
    >
      <CoinLabel coin={coin} />
      {price && !price.isActive ? (
        <Text as="span" size="s" tone="faint">
          {t('inactive')}
        </Text>
      ) : (
        <Stack as="span" align="end" size="sm" className={css.price}>
          <Price value={price?.referencePrice} coin={coin} quote={quote} />
          <Percent value={price?.price24hrChangePercent} />
        </Stack>
      )}
    </div>
  );
}

function moveIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  return null;
}
