import type { ApiKey, StorePermission, saveKeyPermissions } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { toast } from '../../../lib/notices.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import css from '../company.module.css';
import { refetchStore } from '../queries.ts';

const PERMISSIONS: readonly StorePermission[] = ['REFUND', 'SETTLE'];

interface KeyPermissionsProps {
  row: ApiKey;
  open: boolean;
  onClose: () => void;
}

/** Money permissions of a key; saving them requires the second factor unless it was given recently. */
export function KeyPermissions({ row, open, onClose }: KeyPermissionsProps) {
  const t = useTranslations('company.developers');
  const failure = useErrorMessages();
  const [chosen, setChosen] = useState(row.permissions);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call<typeof saveKeyPermissions>('PUT', '/company/keys/:id/permissions', {
        params: { id: row.id },
        body: { permissions: chosen },
      }),
    onSuccess: () => {
      refetchStore();
      toast(t('permissionsSaved'), 'done');
      onClose();
    },
    onError: failure.show,
  });
  return (
    <ConfirmDialog
      open={open}
      title={t('permissionsOf', { label: row.label })}
      text={t('permissionsText')}
      confirm={t('savePermissions')}
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={() => {
        setChosen(row.permissions);
        onClose();
      }}
    >
      <Stack gap={3}>
        {PERMISSIONS.map((one) => (
          <Checkbox
            key={one}
            checked={chosen.includes(one)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
            }
          >
            {t(`permission.${one}`)}
            <small className={css.small}>
              <br />
              {t(`permissionText.${one}`)}
            </small>
          </Checkbox>
        ))}
      </Stack>
    </ConfirmDialog>
  );
}
