import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { ChoiceList } from '../../ui/fields/choice-list.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberInput } from '../../ui/fields/number-input.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import css from './api-keys.module.css';
import {
  EMPTY_KEY_FORM,
  findMissingPart,
  type KeyForm,
  LIFETIMES,
  PERMISSIONS,
  togglePermission,
  toKeyBody,
} from './key-form.ts';
import { type CreatedApiKey, createApiKey, refetchApiKeys } from './queries.ts';

interface CreateKeyDialogProps {
  open: boolean;
  onClose: () => void;
  onMade: (key: CreatedApiKey) => void;
}

interface FormPartProps {
  form: KeyForm;
  set: (change: Partial<KeyForm>) => void;
}

/** Creates a key: how the program signs, its permissions, allowed addresses and expiry. */
export function CreateKeyDialog({ open, onClose, onMade }: CreateKeyDialogProps) {
  const t = useTranslations('apiKeys');
  const failure = useErrorMessages();
  const [form, setForm] = useState(EMPTY_KEY_FORM);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => createApiKey(toKeyBody(form, Date.now())),
    async onSuccess(key) {
      await refetchApiKeys();
      onMade(key);
    },
  });
  useEffect(() => {
    if (!open) return;
    setForm(EMPTY_KEY_FORM);
    reset();
  }, [open, reset]);
  const set = (change: Partial<KeyForm>) => setForm((old) => ({ ...old, ...change }));
  const missing = findMissingPart(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && missing === null) mutate();
  };
  return (
    <Modal open={open} onClose={onClose} title={t('make.title')} dismissible={!isPending}>
      <Stack as="form" gap={5} noValidate onSubmit={submit}>
        <Field label={t('label')} hint={t('labelHint')}>
          <TextInput
            dir="auto"
            autoComplete="off"
            maxLength={60}
            value={form.label}
            onChange={(event) => set({ label: event.target.value })}
          />
        </Field>
        <SigningField form={form} set={set} />
        <PermissionsField form={form} set={set} />
        <LimitsFields form={form} set={set} />
        {error && (
          <Callout tone="warn" live>
            {failure.text(error)}
          </Callout>
        )}
        <Button
          type="submit"
          size="l"
          block
          busy={isPending}
          disabledReason={missing === null ? null : t(`missing.${missing}`)}
        >
          {t('make.submit')}
        </Button>
      </Stack>
    </Modal>
  );
}

function SigningField({ form, set }: FormPartProps) {
  const t = useTranslations('apiKeys');
  return (
    <Stack gap={3}>
      <ChoiceList
        label={t('make.kind')}
        value={form.kind}
        onChange={(kind) => set({ kind: kind === 'HMAC' ? 'HMAC' : 'ED25519' })}
        options={(['ED25519', 'HMAC'] as const).map((kind) => ({
          key: kind,
          label: t(`kind.${kind}.name`),
          note: t(`kind.${kind}.text`),
        }))}
      />
      {form.kind === 'ED25519' && (
        <Field
          label={t('publicKey')}
          hint={t('publicKeyHint')}
          error={findMissingPart({ ...form, label: 'x' }) === 'privateKey' ? t('missing.privateKey') : null}
        >
          <TextArea
            dir="ltr"
            rows={3}
            spellCheck={false}
            autoComplete="off"
            className={css.code}
            value={form.publicKey}
            onChange={(event) => set({ publicKey: event.target.value })}
          />
        </Field>
      )}
    </Stack>
  );
}

function PermissionsField({ form, set }: FormPartProps) {
  const t = useTranslations('apiKeys');
  return (
    <fieldset className={css.permissions}>
      <legend>{t('make.permissions')}</legend>
      {PERMISSIONS.map((permission) => (
        <Checkbox
          key={permission}
          checked={form.permissions.includes(permission)}
          onChange={() => set({ permissions: togglePermission(form.permissions, permission) })}
        >
          <Stack gap="line">
            <Text weight={600}>{t(`permission.${permission}.name`)}</Text>
            <Text size="s" tone="soft">
              {t(`permission.${permission}.text`)}
            </Text>
          </Stack>
        </Checkbox>
      ))}
      {form.permissions.includes('WITHDRAW') && (
        <Callout tone="warn" title={t('withdrawTitle')}>
          {t('withdrawText')}
        </Callout>
      )}
    </fieldset>
  );
}

function LimitsFields({ form, set }: FormPartProps) {
  const t = useTranslations('apiKeys');
  const needed = form.permissions.includes('WITHDRAW');
  return (
    <>
      <Field
        label={t(needed ? 'addressesNeeded' : 'addresses')}
        hint={t(needed ? 'addressesNeededHint' : 'addressesHint')}
      >
        <TextArea
          dir="ltr"
          rows={2}
          spellCheck={false}
          autoComplete="off"
          className={css.code}
          placeholder="203.0.113.7"
          value={form.addresses}
          onChange={(event) => set({ addresses: event.target.value })}
        />
      </Field>
      {needed && (
        <Field label={t('withdrawalLimit')} hint={t('withdrawalLimitHint')}>
          <NumberInput
            name="withdrawalLimit"
            value={form.withdrawalLimit}
            onChange={(withdrawalLimit) => set({ withdrawalLimit })}
            decimals={0}
          />
        </Field>
      )}
      <Stack gap={2}>
        <Text weight={600} size="sm">
          {t('life.title')}
        </Text>
        <Segmented
          block
          label={t('life.title')}
          value={form.life}
          onChange={(life) => set({ life })}
          segments={LIFETIMES.map((life) => ({ key: life, label: t(`life.${life}`) }))}
        />
      </Stack>
    </>
  );
}
