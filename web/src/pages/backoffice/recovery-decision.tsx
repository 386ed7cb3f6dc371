import type { cancelRecovery, confirmRecovery, Recovery } from '@sarraf/domain/contracts';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Problem } from './parts.tsx';
import { useAct } from './use-act.ts';

export type RecoveryAct = 'confirm' | 'cancel';

interface RecoveryDecisionProps {
  asked: { act: RecoveryAct; recovery: Recovery } | null;
  onClose: () => void;
}

/** Asks once more before somebody is let in, or the help is given up. */
export function RecoveryDecision({ asked, onClose }: RecoveryDecisionProps) {
  const t = useTranslations('backoffice');
  // What was asked stays in sight while the dialog closes.
  const last = useRef(asked);
  const { act = 'confirm', recovery } = asked ?? last.current ?? {};
  const { mutate, busy, problem, reset } = useAct({
    run: () => {
      const said = { params: { id: recovery?.id ?? '' }, body: {} };
      return act === 'confirm'
        ? call<typeof confirmRecovery>('POST', '/backoffice/recoveries/:id/confirm', said)
        : call<typeof cancelRecovery>('POST', '/backoffice/recoveries/:id/cancel', said);
    },
    said: t(act === 'confirm' ? 'recovery.confirmed' : 'recovery.cancelled'),
    onDone: onClose,
    onConflict: onClose,
  });
  useEffect(() => {
    if (!asked) return;
    last.current = asked;
    reset();
  }, [asked, reset]);
  return (
    <ConfirmDialog
      open={asked !== null}
      title={t(`recovery.${act}Title`, { name: recovery?.name || t('noName') })}
      text={t(`recovery.${act}Text`)}
      confirm={t(`recovery.${act}Yes`)}
      cancel={t('decision.back')}
      danger={act === 'cancel'}
      busy={busy}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      {problem && <Problem text={problem} />}
    </ConfirmDialog>
  );
}
