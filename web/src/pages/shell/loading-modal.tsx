import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePending } from '../../lib/pending.ts';
import { Mark } from '../../ui/logo.tsx';
import css from './full-screen.module.css';

/** What comes sooner than this needs no loading screen. */
const PATIENCE_MS = 400;

/** The full-screen loading state of navigation. */
export function SlowLoading() {
  const waiting = usePending();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return slow ? <LoadingModal /> : null;
}

export function LoadingModal() {
  const t = useTranslations('state');
  return (
    <div className={css.screen} role="status">
      <Mark size={56} className={css.mark} />
      <span className="hidden">{t('loading')}</span>
    </div>
  );
}
