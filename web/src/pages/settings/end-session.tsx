import type { endSession, endSessions, SessionRow } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useVisitText } from '../../access/use-visit.tsx';
import { ApiError, call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { toast } from '../../lib/notices.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

/** One session, or all but this one. */
export type SessionToEnd = SessionRow | 'OTHERS';

/** Asks for confirmation before signing out a device, or all others. */
export function EndSessionDialog({ ending, onClose }: { ending: SessionToEnd | null; onClose: () => void }) {
  const t = useTranslations('settings.sessions');
  const visit = useVisitText();
  const failure = useErrorMessages();
  const { mutate, isPending } = useMutation({
    mutationFn: (ended: SessionToEnd) => requestEnd(ended, keys),
    onSuccess: (_, ended) => toast(t(ended === 'OTHERS' ? 'othersEnded' : 'ended'), 'done'),
    onError: failure.show,
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
      onClose();
    },
  });
  const [keys, setKeys] = useState(false);
  // Stays visible while the dialog closes.
  const [last, setLast] = useState(ending);
  useEffect(() => {
    if (!ending) return;
    setLast(ending);
    setKeys(false);
  }, [ending]);
  const shownSession = ending ?? last;
  const isOthers = shownSession === 'OTHERS';
  return (
    <ConfirmDialog
      open={ending !== null}
      title={t(isOthers ? 'askOthersTitle' : 'askTitle')}
      text={
        shownSession && !isOthers ? t('askText', { device: visit.device(shownSession) }) : t('askOthersText')
      }
      confirm={t(isOthers ? 'endOthers' : 'end')}
      busy={isPending}
      onConfirm={() => ending && mutate(ending)}
      onCancel={onClose}
    >
      {isOthers && (
        <Checkbox checked={keys} onChange={(event) => setKeys(event.target.checked)}>
          {t('keysToo')}
        </Checkbox>
      )}
    </ConfirmDialog>
  );
}

/** A session that has already ended is not an error. */
async function requestEnd(ending: SessionToEnd, keys: boolean): Promise<void> {
  if (ending === 'OTHERS') {
    await call<typeof endSessions>('DELETE', '/users/sessions', { query: keys ? { keys } : {} });
    return;
  }
  try {
    await call<typeof endSession>('DELETE', '/users/sessions/:id', { params: { id: ending.id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
  }
}
