import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePending } from '../../lib/loading/pending.ts';
import css from './strips.module.css';

/** What comes sooner than this needs nothing to be said. */
const PATIENCE_MS = 400;

/** The loading state of navigation: a line above the page, which stays until the next one can be shown. */
export function NavigationProgress() {
  const t = useTranslations('state');
  const waiting = usePending();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  if (!slow) return null;
  return (
    <div className={css.loading} role="status">
      <span className="hidden">{t('loading')}</span>
    </div>
  );
}
