import { IconFlask } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useSandbox } from '../../lib/use-sandbox.ts';
import css from './parts.module.css';
import hintCss from './sandbox-hint.module.css';

/** In the sandbox no message goes out: it waits in the outbox. */
export function SandboxHint({ to }: { to: string }) {
  const t = useTranslations('auth.code');
  if (!useSandbox()) return null;
  return (
    <p className={hintCss.hint}>
      <IconFlask size={18} aria-hidden />
      <span>
        {t('sandbox')}{' '}
        <a href={`/sandbox?to=${encodeURIComponent(to)}`} target="_blank" rel="noopener" className={css.link}>
          {t('outbox')}
        </a>
      </span>
    </p>
  );
}
