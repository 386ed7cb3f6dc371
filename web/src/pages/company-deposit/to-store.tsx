import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { AnchorButton, Button } from '../../ui/buttons/button.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { useCountdown } from '../../ui/values/use-countdown.ts';
import css from './company-deposit.module.css';

interface ToStoreProps {
  returnTo: string;
  name: string;
}

/** Link back to the page set by the store. */
export function BackToStore({ returnTo, name }: ToStoreProps) {
  const t = useTranslations('company.payer');
  return (
    <a href={returnTo} className={css.back}>
      <IconArrowRight size={18} aria-hidden className={css.arrow} />
      {t('back', { name })}
    </a>
  );
}

const WAIT_S = 10;

/** Returns to the store automatically after a while, once, unless the payer chooses to stay. */
export function GoToStore({ returnTo, name, payment }: ToStoreProps & { payment: string }) {
  const t = useTranslations('company.result');
  const [isRedirecting, setIsRedirecting] = useState(() => isFirstVisit(payment));
  return (
    <Stack gap={2}>
      <AnchorButton href={returnTo} block>
        {t('toStore', { name })}
      </AnchorButton>
      {isRedirecting && <RedirectCountdown returnTo={returnTo} onStay={() => setIsRedirecting(false)} />}
    </Stack>
  );
}

function RedirectCountdown({ returnTo, onStay }: { returnTo: string; onStay: () => void }) {
  const t = useTranslations('company.result');
  const format = useFormat();
  const { left, ended } = useCountdown(WAIT_S);
  useEffect(() => {
    if (ended) window.location.assign(returnTo);
  }, [ended, returnTo]);
  return (
    <Stack gap={1} align="center" className={css.going}>
      <span>{t('going', { seconds: format.digits(left), count: left })}</span>
      <Button variant="text" size="s" onClick={onStay}>
        {t('stay')}
      </Button>
    </Stack>
  );
}

/** A payer who comes back to the receipt is not redirected again. */
function isFirstVisit(payment: string): boolean {
  const key = `sarraf.returned.${payment}`;
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, '');
    return true;
  } catch {
    // Without storage this is unknown: only the button leads back.
    return false;
  }
}
