import { IconFingerprint } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../access/parts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import css from './parts.module.css';
import { usePasskeySignIn } from './use-passkey-entry.ts';

/** Replaces password and code; with `email`, only the code. */
export function PasskeyButton(options: { email?: string; remember: boolean }) {
  const t = useTranslations('auth.passkey');
  const { busy, problem, waiting, enter } = usePasskeySignIn(options);
  return (
    <div className={css.passkey}>
      <Button
        variant="ghost"
        size="l"
        block
        busy={busy}
        disabledReason={busy ? null : waiting}
        icon={<IconFingerprint size={20} aria-hidden />}
        onClick={enter}
      >
        {t(options.email === undefined ? 'login' : 'instead')}
      </Button>
      <AccessProblem text={problem} />
    </div>
  );
}
