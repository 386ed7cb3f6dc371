import { pausablesForFeature } from '@sarraf/domain';
import { IconLock } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../../access/parts.tsx';
import { UploadProgress } from '../../../documents/upload-progress.tsx';
import { usePause } from '../../../lib/pauses.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ChangeLink } from '../../../ui/buttons/change-link.tsx';
import { PauseNote } from '../../../ui/feedback/pause-note.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import css from './form.module.css';
import type { AccountFormState } from './use-account-form.ts';

/** The submit button shows the first missing field, with a link to it. */
export function SubmitBar({ state, onShow }: { state: AccountFormState; onShow: () => void }) {
  const t = useTranslations('account.form');
  const paused = useTranslations('paused');
  const pause = usePause(pausablesForFeature('VERIFICATION'));
  const { first, busy, problem, account } = state;
  return (
    <Stack gap={4}>
      <PauseNote pause={pause} />
      <AccessProblem text={problem} />
      {busy && <UploadProgress share={state.share} />}
      <Button
        type="submit"
        size="l"
        block
        busy={busy}
        disabledReason={busy ? null : pause ? paused('action') : (first?.text ?? null)}
      >
        {t(account.authenticationType === 'NOT_COMPLETE' ? 'submit' : 'resubmit')}
      </Button>
      <Cluster as="p" align="first" gap={2} size="s" tone="faint" className={css.privacy}>
        <IconLock size={16} aria-hidden />
        <span>{t('privacy')}</span>
        {first && !busy && <ChangeLink text={t('showMe')} onClick={onShow} />}
      </Cluster>
    </Stack>
  );
}
