import { IconKey } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import type { SigningMethod } from './use-signing.ts';

/** Explains the prompt that the staff member will see, or why they can't sign and how to fix it. */
export function SigningNote({ way }: { way: SigningMethod }) {
  const t = useTranslations('treasury.sign');
  if (way === 'LOADING') return null;
  const isSigningPossible = way === 'KEY' || way === 'SANDBOX';
  return (
    <Callout
      tone={isSigningPossible ? 'info' : 'warn'}
      {...(isSigningPossible && { icon: <IconKey size={20} aria-hidden /> })}
    >
      {t(`note.${way}`)}
      {way === 'NONE' && (
        <div>
          <LinkButton variant="text" size="s" to="/backoffice/treasury/keys">
            {t('toKeys')}
          </LinkButton>
        </div>
      )}
    </Callout>
  );
}
