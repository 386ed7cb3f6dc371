import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../framework/i18n/language.ts';
import { signInOptionsQuery } from '../../../lib/queries/queries.ts';
import { loadReferralCode } from '../../../lib/session/referral.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { buildGoogleSignInUrl } from '../form.ts';
import css from './google-button.module.css';
import { type GoogleIntent, saveGoogleIntent } from './google-intent.ts';

/** Shown if the server offers it. Its space is reserved while that is unknown, so that the form doesn't shift. */
export function GoogleButton(intent: GoogleIntent) {
  const t = useTranslations('auth.google');
  const language = useLanguage();
  const { data, isPending } = useQuery(signInOptionsQuery);
  const [wasPending] = useState(isPending);
  if (isPending) {
    return (
      <div className={css.google}>
        <Skeleton height={52} className={css.waiting} />
      </div>
    );
  }
  if (!data?.google) return wasPending ? <div className={css.google} /> : null;
  return (
    <div className={css.google}>
      <Cluster as="p" gap={3} size="s" tone="faint" className={css.or}>
        {t('or')}
      </Cluster>
      <a
        href={buildGoogleSignInUrl(language, loadReferralCode())}
        className={css.button}
        onClick={() => saveGoogleIntent(intent)}
      >
        {/* Google's own logo in its own colours, as its guidelines require. */}
        <img src="/google.svg" alt="" width={20} height={20} />
        {t('login')}
      </a>
    </div>
  );
}
