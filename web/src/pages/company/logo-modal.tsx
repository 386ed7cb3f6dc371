import type { Company, removeStoreLogo, saveStoreLogo } from '@sarraf/domain/contracts';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../access/parts.tsx';
import { call } from '../../lib/api/api.ts';
import { upload } from '../../lib/api/transfer.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { toast } from '../../lib/notices.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { StoreMark } from '../../ui/images/store-mark.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import css from './company.module.css';
import { cacheStore } from './queries.ts';

const HINT = 'store-logo-hint';

/** Uploads the logo that payers see next to the name. */
export function LogoModal({ store, open, onClose }: { store: Company; open: boolean; onClose: () => void }) {
  const t = useTranslations('company.store');
  const failure = useErrorMessages();
  const save = useMutation({
    mutationFn: async (logo: File) =>
      (await upload<typeof saveStoreLogo>('POST', '/company/logo', { fields: {}, files: { logo } })).baseDTO,
    onSuccess: (now) => {
      cacheStore(now);
      toast(t('logoSaved'), 'done');
    },
  });
  const remove = useMutation({
    mutationFn: async () => (await call<typeof removeStoreLogo>('DELETE', '/company/logo')).baseDTO,
    onSuccess: cacheStore,
    onError: failure.show,
  });
  return (
    <Modal open={open} onClose={onClose} size="s" title={t('logo')} description={t('logoText')}>
      <Stack gap={4}>
        <div className={css.qr}>
          <StoreMark name={store.name} logo={store.logo} size={96} />
        </div>
        <FileDrop
          label={t('chooseLogo')}
          accept="image/png,image/webp"
          describedBy={HINT}
          invalid={save.error !== null}
          disabled={save.isPending}
          onFile={(file) => save.mutate(file)}
        >
          <Stack as="span" gap={2} align="center" tone="soft" className={css.invitation}>
            <IconUpload size={22} />
            {t('chooseLogo')}
          </Stack>
        </FileDrop>
        <p id={HINT} className={css.small}>
          {t('logoHint')}
        </p>
        <AccessProblem text={save.error ? failure.text(save.error) : null} />
        {store.logo !== null && (
          <Button variant="ghost" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('removeLogo')}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}
