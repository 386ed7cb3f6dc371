import { IconMapQuestion } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../framework/navigation/history.ts';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useCountdown } from '../../ui/values/use-countdown.ts';
import css from './not-found.module.css';

/** Same delay as the redirect without scripts (server/src/platform/drawing/page.ts). */
const REDIRECT_SECONDS = 8;

/** The page for an unknown address, which redirects to the home page after a delay (requirements §2.1). */
export function Page() {
  const t = useTranslations('help.notFound');
  const { digits } = useFormat();
  const { left, ended } = useCountdown(REDIRECT_SECONDS);
  useTitle(t('title'));
  useEffect(() => {
    if (ended) navigate('/', { replace: true });
  }, [ended]);
  return (
    <main className={`wrap ${css.page}`}>
      <EmptyState
        whole
        icon={<IconMapQuestion size={26} />}
        title={t('title')}
        text={
          <>
            {t('text')}
            <span className={css.soon}>{t('soon', { left, shown: digits(left) })}</span>
          </>
        }
        action={<LinkButton to="/">{t('home')}</LinkButton>}
      />
    </main>
  );
}
