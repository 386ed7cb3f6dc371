import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePending } from '../../framework/loading/pending.ts';
import css from './strips.module.css';

/** Shorter loading shows no indicator. */
const TIMEOUT_MS = 400;

/** The loading indicator of navigation: a line above the old page until the new one is ready. */
export function NavigationProgress() {
  const t = useTranslations('state');
  const isPending = usePending();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return setIsSlow(false);
    const timer = setTimeout(() => setIsSlow(true), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  if (!isSlow) return null;
  return (
    <div className={css.loading} role="status">
      <span className="hidden">{t('loading')}</span>
    </div>
  );
}
