import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePending } from '../../lib/loading/pending.ts';
import css from './strips.module.css';

/** Shorter loading shows no indicator. */
const TIMEOUT_MS = 400;

/** The loading indicator of navigation: a line above the old page until the new one is ready. */
export function NavigationProgress() {
  const t = useTranslations('state');
  const waiting = usePending();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  if (!slow) return null;
  return (
    <div className={css.loading} role="status">
      <span className="hidden">{t('loading')}</span>
    </div>
  );
}
