import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../ui/buttons/icon-button.tsx';
import { opensSearch } from './asks.ts';
import css from './search-button.module.css';
import type { ShowPalette } from './show-palette.ts';

const loadCustomerPalette = () =>
  import('./show-customer-palette.tsx').then((part) => part.showCustomerPalette);

/** Part of every layout: its hotkeys work on all pages, and the first press loads the palette. */
export function SearchButton({ load = loadCustomerPalette }: { load?: () => Promise<ShowPalette> }) {
  const [palette, show] = useState<ReactNode>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      void load().then((showPalette) => showPalette(show));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [load]);
  return (
    <>
      <IconButton label={useTranslations('nav')('search')} className={css.button} onClick={openSearch} />
      {palette}
    </>
  );
}

/** Opens the search, from here or a menu. */
export const openSearch = () => dispatchEvent(new KeyboardEvent('keydown', { key: '/' }));
