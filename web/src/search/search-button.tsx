import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../ui/buttons/icon-button.tsx';
import { asksToSearch } from './asks.ts';
import css from './search-button.module.css';
import type { ShowPalette } from './show-palette.ts';

const customers = () => import('./show-customer-palette.tsx').then((part) => part.showCustomerPalette);

/** Every frame has one: its keys work on all of its pages, and the first press fetches what they open. */
export function SearchButton({ load = customers }: { load?: () => Promise<ShowPalette> }) {
  const [palette, show] = useState<ReactNode>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!asksToSearch(event)) return;
      event.preventDefault();
      void load().then((showPalette) => showPalette(show));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [load]);
  return (
    <>
      <IconButton label={useTranslations('nav')('search')} className={css.button} onClick={find} />
      {palette}
    </>
  );
}

/** The same by a press, here or in a menu. */
export const find = () => dispatchEvent(new KeyboardEvent('keydown', { key: '/' }));
