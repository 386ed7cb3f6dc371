import { useEffect } from 'react';
import { useTranslations } from 'use-intl';

/** Names the page in the browser's tab and history. */
export function useTitle(title: string): void {
  const name = useTranslations('app')('name');
  useEffect(() => {
    // What the server drew is called more fully, and goes with its address (`removeServerMetaTags`).
    if (!document.querySelector('[rel=canonical]')) document.title = `${title} | ${name}`;
  }, [title, name]);
}
