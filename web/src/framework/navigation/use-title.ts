import { useEffect } from 'react';
import { useTranslations } from 'use-intl';

/** Sets the document title. */
export function useTitle(title: string): void {
  const name = useTranslations('app')('name');
  useEffect(() => {
    // A server-rendered page has a longer title, which is removed with its meta tags (`removeServerMetaTags`).
    if (!document.querySelector('[rel=canonical]')) document.title = `${title} | ${name}`;
  }, [title, name]);
}
