import type { changeProgramKey, ProgramKey, revokeProgramKey } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { toast } from '../../lib/notices.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import css from './api-keys.module.css';
import { parseAddresses } from './key-form.ts';
import { refetchApiKeys } from './queries.ts';

export interface KeyChange {
  row: ProgramKey;
  kind: 'CHANGE' | 'REVOKE';
}

interface ChangeKeyProps {
  /** Null closes the dialog. */
  change: KeyChange | null;
  onClose: () => void;
}

/** Renames a key, restricts its addresses, or revokes it. */
export function ChangeKey({ change, onClose }: ChangeKeyProps) {
  const t = useTranslations('apiKeys');
  const failure = useErrorMessages();
  // Stays visible while the dialog closes.
  const [label, setLabel] = useState('');
  useEffect(() => {
    if (change) setLabel(change.row.label);
  }, [change]);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: ProgramKey) =>
      call<typeof revokeProgramKey>('DELETE', '/users/api-keys/:id', { params: { id } }),
    onSuccess: () => toast(t('revoked'), 'done'),
    onError: failure.show,
    async onSettled() {
      await refetchApiKeys();
      onClose();
    },
  });
  return (
    <>
      <EditKeyForm row={change?.kind === 'CHANGE' ? change.row : null} onClose={onClose} />
      <ConfirmDialog
        open={change?.kind === 'REVOKE'}
        title={t('revokeTitle')}
        text={t('revokeText', { label })}
        confirm={t('revoke')}
        danger
        busy={isPending}
        onConfirm={() => change && mutate(change.row)}
        onCancel={onClose}
      />
    </>
  );
}

function EditKeyForm({ row, onClose }: { row: ProgramKey | null; onClose: () => void }) {
  const t = useTranslations('apiKeys');
  const failure = useErrorMessages();
  const [label, setLabel] = useState('');
  const [addresses, setAddresses] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ id, addresses: old }: ProgramKey) => {
      const changed = parseAddresses(addresses);
      const isUnchanged = changed.join() === old.join();
      return call<typeof changeProgramKey>('PUT', '/users/api-keys/:id', {
        params: { id },
        body: { label, ...(!isUnchanged && { addresses: changed }) },
      });
    },
    async onSuccess() {
      toast(t('changed'), 'done');
      await refetchApiKeys();
      onClose();
    },
  });
  useEffect(() => {
    if (!row) return;
    setLabel(row.label);
    setAddresses(row.addresses.join('\n'));
    reset();
  }, [row, reset]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (row && !isPending && label.trim() !== '') mutate(row);
  };
  return (
    <Modal open={row !== null} onClose={onClose} title={t('changeTitle')} size="s" dismissible={!isPending}>
      <Stack as="form" gap={4} noValidate onSubmit={submit}>
        <Field label={t('label')} hint={t('labelHint')}>
          <TextInput
            dir="auto"
            autoComplete="off"
            maxLength={60}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
        </Field>
        <Field label={t('addresses')} hint={t('narrowHint')} error={error ? failure.text(error) : null}>
          <TextArea
            dir="ltr"
            rows={2}
            spellCheck={false}
            className={css.code}
            value={addresses}
            onChange={(event) => setAddresses(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          block
          busy={isPending}
          disabledReason={label.trim() === '' ? t('missing.label') : null}
        >
          {t('save')}
        </Button>
      </Stack>
    </Modal>
  );
}
