import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { blockNavigation } from '../../../framework/navigation/history.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { setArticleDraft, useDraftIndexes } from './drafts.ts';

/** Asks for confirmation before unsaved changes are abandoned. */
export function UnsavedChangesGuard({ keys }: { keys: readonly string[] }) {
  const t = useTranslations('staffContent.leave');
  const keysWithDraft = useDraftIndexes(keys);
  const [pendingNavigation, setPendingNavigation] = useState<{ go: () => void } | null>(null);
  const isDirty = keysWithDraft.length > 0;
  useEffect(() => {
    return isDirty ? blockNavigation((go) => setPendingNavigation({ go })) : undefined;
  }, [isDirty]);
  return (
    <ConfirmDialog
      open={pendingNavigation !== null}
      title={t('title')}
      text={t('text')}
      confirm={t('go')}
      cancel={t('stay')}
      danger
      onConfirm={() => {
        for (const key of keysWithDraft) setArticleDraft(key, null);
        pendingNavigation?.go();
      }}
      onCancel={() => setPendingNavigation(null)}
    />
  );
}
