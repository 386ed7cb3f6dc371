import type { PasskeyRow, removePasskey, renamePasskey } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { toast } from '../../../lib/notices.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { NameField } from './name-field.tsx';
import { refetchAfterPasskeyChange } from './queries.ts';

export interface PasskeyChange {
  row: PasskeyRow;
  kind: 'RENAME' | 'REMOVE';
}

interface ChangePasskeyProps {
  /** Null closes the dialog. */
  change: PasskeyChange | null;
  onClose: () => void;
}

/** Renames or removes a passkey. */
export function ChangePasskey({ change, onClose }: ChangePasskeyProps) {
  const t = useTranslations('settings.passkeys');
  const failure = useErrorMessages();
  const [name, setName] = useState('');
  // Stays visible while the dialog closes.
  const [last, setLast] = useState('');
  useEffect(() => {
    if (change === null) return;
    setName(change.row.name);
    setLast(change.row.name);
  }, [change]);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ row, kind }: PasskeyChange) =>
      kind === 'RENAME' ? sendRename(row, name) : sendRemoval(row),
    onSuccess: (_, { kind }) => toast(t(kind === 'RENAME' ? 'renamed' : 'removed'), 'done'),
    onError: failure.show,
    onSettled: async () => {
      await refetchAfterPasskeyChange();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change && !isPending && name.trim() !== '') mutate(change);
  };
  return (
    <>
      <Modal
        open={change?.kind === 'RENAME'}
        onClose={onClose}
        title={t('renameTitle')}
        size="s"
        dismissible={!isPending}
      >
        <Stack as="form" gap={4} noValidate onSubmit={submit}>
          <NameField value={name} onChange={setName} />
          <Button
            type="submit"
            block
            busy={isPending}
            disabledReason={name.trim() === '' ? t('needName') : null}
          >
            {t('save')}
          </Button>
        </Stack>
      </Modal>
      <ConfirmDialog
        open={change?.kind === 'REMOVE'}
        title={t('removeTitle')}
        text={t('removeText', { name: last })}
        confirm={t('remove')}
        danger
        busy={isPending}
        onConfirm={() => change && mutate(change)}
        onCancel={onClose}
      />
    </>
  );
}

const sendRename = ({ id }: PasskeyRow, name: string) =>
  call<typeof renamePasskey>('PUT', '/users/passkeys/:id', { params: { id }, body: { name } });

const sendRemoval = ({ id }: PasskeyRow) =>
  call<typeof removePasskey>('DELETE', '/users/passkeys/:id', { params: { id } });
