import { IconKey } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Callout } from '../../../ui/feedback/callout.tsx';
import type { SigningWay } from './use-signing.ts';

/** What the colleague will be asked for, or why they can't sign, and what to do about it. */
export function SigningNote({ way }: { way: SigningWay }) {
  const t = useTranslations('treasury.sign');
  if (way === 'LOADING') return null;
  const signs = way === 'KEY' || way === 'SANDBOX';
  return (
    <Callout tone={signs ? 'info' : 'warn'} {...(signs && { icon: <IconKey size={20} aria-hidden /> })}>
      {t(`note.${way}`)} {way === 'NONE' && <Link to="/backoffice/treasury/keys">{t('toKeys')}</Link>}
    </Callout>
  );
}
