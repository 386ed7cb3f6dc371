import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { blockNavigation } from '../../../lib/navigation/history.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { keepArticleDraft, useDrafted } from './drafts.ts';

/** Asks for confirmation before unsaved changes are abandoned. */
export function UnsavedChangesGuard({ keys }: { keys: readonly string[] }) {
  const t = useTranslations('staffContent.leave');
  const drafted = useDrafted(keys);
  const [onward, setOnward] = useState<{ go: () => void } | null>(null);
  const dirty = drafted.length > 0;
  useEffect(() => {
    return dirty ? blockNavigation((go) => setOnward({ go })) : undefined;
  }, [dirty]);
  return (
    <ConfirmDialog
      open={onward !== null}
      title={t('title')}
      text={t('text')}
      confirm={t('go')}
      cancel={t('stay')}
      danger
      onConfirm={() => {
        for (const key of drafted) keepArticleDraft(key, null);
        onward?.go();
      }}
      onCancel={() => setOnward(null)}
    />
  );
}
