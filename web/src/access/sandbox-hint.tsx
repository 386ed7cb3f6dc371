import { IconFlask } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useSandbox } from '../lib/queries/use-sandbox.ts';
import { Cluster } from '../ui/layout/layout.tsx';
import css from './parts.module.css';
import hintCss from './sandbox-hint.module.css';
import type { TwoStep } from './two-step.ts';

/** In the sandbox no message is sent: it is in the outbox. */
export function SandboxHint({ to, method }: { to: string; method: TwoStep }) {
  const t = useTranslations('auth.code');
  if (!useSandbox() || method === 'GOOGLE_AUTHENTICATOR') return null;
  // Only the masked form of a number is known here.
  const outbox = method === 'SMS' ? '/sandbox' : `/sandbox?to=${encodeURIComponent(to)}`;
  return (
    <Cluster as="p" gap={2} justify="center" size="s" tone="soft" className={hintCss.hint}>
      <IconFlask size={18} aria-hidden />
      <span>
        {t('sandbox')}{' '}
        <a href={outbox} target="_blank" rel="noopener" className={css.link}>
          {t('outbox')}
        </a>
      </span>
    </Cluster>
  );
}
