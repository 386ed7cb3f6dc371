import type { addPasskey, beginPasskey, PasskeyCreation } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { parseDevice } from '../../../access/device.ts';
import { AccessProblem } from '../../../access/parts.tsx';
import { usePasskeyErrorText } from '../../../access/use-passkey-error-text.ts';
import { formatProgram } from '../../../access/visit.ts';
import { call } from '../../../lib/api/api.ts';
import { createPasskey } from '../../../lib/browser/passkey.ts';
import { toast } from '../../../lib/notices.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { NameField } from './name-field.tsx';
import { refetchAfterPasskeyChange } from './queries.ts';

/** Requires password and code before anything is created. */
export const requestPasskeyCreation = async (): Promise<PasskeyCreation> =>
  (await call<typeof beginPasskey>('POST', '/users/passkeys/begin')).baseDTO;

async function savePasskey(creation: PasskeyCreation, name: string): Promise<void> {
  const body = { name, ...(await createPasskey(creation)) };
  await call<typeof addPasskey>('POST', '/users/passkeys', { body });
  await refetchAfterPasskeyChange();
}

interface AddPasskeyProps {
  /** Null closes the dialog. */
  creation: PasskeyCreation | null;
  onClose: () => void;
}

/** Asks for its name, then opens the browser's own dialog, which requires a button press. */
export function AddPasskey({ creation, onClose }: AddPasskeyProps) {
  const t = useTranslations('settings.passkeys');
  const { words } = usePasskeyErrorText();
  const [name, setName] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (options: PasskeyCreation) => savePasskey(options, name),
    onSuccess: () => {
      toast(t('added'), 'done');
      onClose();
    },
  });
  useEffect(() => {
    if (creation === null) return;
    setName(formatProgram(parseDevice(navigator.userAgent)) ?? '');
    reset();
  }, [creation, reset]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (creation && !isPending && name.trim() !== '') mutate(creation);
  };
  return (
    <Modal
      open={creation !== null}
      onClose={onClose}
      title={t('addTitle')}
      description={t('addText')}
      size="s"
      dismissible={!isPending}
    >
      <Stack as="form" gap={4} noValidate onSubmit={submit}>
        <NameField value={name} onChange={setName} />
        <AccessProblem text={error ? words(error) : null} />
        <Button
          type="submit"
          size="l"
          block
          busy={isPending}
          disabledReason={name.trim() === '' ? t('needName') : null}
        >
          {t('make')}
        </Button>
      </Stack>
    </Modal>
  );
}
