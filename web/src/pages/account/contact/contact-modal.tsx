import type { Account } from '@sarraf/domain/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CodeAction, CodeBoxes, CodeCountdown, SentTo } from '../../../access/code-parts.tsx';
import { AccessProblem } from '../../../access/parts.tsx';
import { SandboxHint } from '../../../access/sandbox-hint.tsx';
import { useCodeFocus, useCodeForm } from '../../../access/use-code.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import formCss from '../form/form.module.css';
import { localMobile } from '../form/form.ts';
import { canReplace } from '../status.ts';
import type { Contact } from './contact.ts';
import { type ContactChange, type ContactPrompt, useContactChange } from './use-contact-change.ts';

interface ContactModalProps {
  /** Null: closed. */
  what: Contact | null;
  account: Account;
  onClose: () => void;
}

export function ContactModal({ what, account, onClose }: ContactModalProps) {
  const t = useTranslations('account.contact');
  // The last content stays visible while it closes; each opening starts with new state.
  const [shown, setShown] = useState({ what: what ?? 'email', opening: 0, open: false });
  const open = what !== null;
  if (open !== shown.open) {
    setShown({ what: what ?? shown.what, opening: shown.opening + (open ? 1 : 0), open });
  }
  return (
    <Modal open={open} onClose={onClose} title={t(`${shown.what}.title`)} size="s">
      <Steps key={shown.opening} what={shown.what} account={account} onClose={onClose} />
    </Modal>
  );
}

function Steps({ what, account, onClose }: { what: Contact; account: Account; onClose: () => void }) {
  const change = useContactChange(what, account, onClose);
  const { prompt } = change;
  return prompt ? (
    <CodeStep change={change} prompt={prompt} />
  ) : (
    <ValueStep what={what} account={account} change={change} />
  );
}

function ValueStep({ what, account, change }: { what: Contact; account: Account; change: ContactChange }) {
  const t = useTranslations('account.contact');
  const { draft, fault, busy, waiting, problem, asksOld } = change;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.begin();
  };
  return (
    <Stack as="form" gap={4} noValidate onSubmit={submit}>
      <Text size="sm" tone="soft">
        {t(`${what}.text`)} {canReplace(account.authenticationType) && t('reviewed')}
      </Text>
      {asksOld && (
        <Field label={t(`${what}.old`)}>
          <Input what={what} change={change} value={draft.old} onType={(old) => change.change({ old })} />
        </Field>
      )}
      <Field label={t(`${what}.new`)}>
        <Input what={what} change={change} value={draft.next} onType={(next) => change.change({ next })} />
      </Field>
      <AccessProblem text={problem} />
      <Button
        type="submit"
        size="l"
        block
        busy={busy}
        disabledReason={busy ? null : (waiting ?? (fault && t(`${what}.fault.${fault}`)))}
      >
        {t('send')}
      </Button>
    </Stack>
  );
}

interface InputProps {
  what: Contact;
  change: ContactChange;
  value: string;
  onType: (text: string) => void;
}

function Input({ what, change: { prefix }, value, onType }: InputProps) {
  if (what === 'email') {
    return (
      <TextInput
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={50}
        value={value}
        onChange={(event) => onType(event.target.value)}
      />
    );
  }
  return (
    <>
      <span className={formCss.prefix} dir="ltr">
        {prefix}
      </span>
      <TextInput
        type="tel"
        inputMode="tel"
        autoComplete="off"
        value={value}
        onChange={(event) => onType(localMobile(event.target.value, prefix))}
      />
    </>
  );
}

interface CodeStepProps {
  change: ContactChange;
  prompt: ContactPrompt;
}

function CodeStep({ change, prompt }: CodeStepProps) {
  const t = useTranslations('account.contact');
  const { digits } = useFormat();
  const entry = useCodeForm({
    begun: prompt.sent,
    check: change.check,
    again: change.again,
    length: prompt.codeLength,
  });
  useCodeFocus(entry);
  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      ref={entry.place}
      onSubmit={(event) => {
        event.preventDefault();
        entry.submit(entry.code);
      }}
    >
      <Text size="sm" tone="soft">
        {t.rich('codeText', {
          length: digits(prompt.codeLength),
          address: entry.sent.sentTo,
          b: (chunks) => <SentTo>{chunks}</SentTo>,
        })}
      </Text>
      <CodeBoxes entry={entry} />
      <CodeCountdown entry={entry} />
      <CodeAction entry={entry} submit={t('confirm')} />
      <Button variant="text" disabled={entry.busy} onClick={change.back}>
        {t('back')}
      </Button>
      <SandboxHint to={change.newValue} method={entry.sent.method} />
    </Stack>
  );
}
