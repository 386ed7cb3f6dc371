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
import { stripPhonePrefix } from '../form/form.ts';
import { canChangeContact } from '../status.ts';
import type { ContactKind } from './contact.ts';
import { type ContactChangeState, type ContactPrompt, useContactChange } from './use-contact-change.ts';

interface ContactModalProps {
  /** Null: closed. */
  what: ContactKind | null;
  account: Account;
  onClose: () => void;
}

export function ContactModal({ what, account, onClose }: ContactModalProps) {
  const t = useTranslations('account.contact');
  // The last content stays visible while it closes; each opening starts with new state.
  const [lastOpened, setShown] = useState({ what: what ?? 'email', opening: 0, open: false });
  const open = what !== null;
  if (open !== lastOpened.open) {
    setShown({ what: what ?? lastOpened.what, opening: lastOpened.opening + (open ? 1 : 0), open });
  }
  return (
    <Modal open={open} onClose={onClose} title={t(`${lastOpened.what}.title`)} size="s">
      <ContactChangeSteps
        key={lastOpened.opening}
        what={lastOpened.what}
        account={account}
        onClose={onClose}
      />
    </Modal>
  );
}

function ContactChangeSteps({
  what,
  account,
  onClose,
}: {
  what: ContactKind;
  account: Account;
  onClose: () => void;
}) {
  const change = useContactChange(what, account, onClose);
  const { prompt } = change;
  return prompt ? (
    <CodeStep change={change} prompt={prompt} />
  ) : (
    <ValueStep what={what} account={account} change={change} />
  );
}

function ValueStep({
  what,
  account,
  change,
}: {
  what: ContactKind;
  account: Account;
  change: ContactChangeState;
}) {
  const t = useTranslations('account.contact');
  const { draft, validationError, busy, waiting, problem, asksOld } = change;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.begin();
  };
  return (
    <Stack as="form" gap={4} noValidate onSubmit={submit}>
      <Text size="sm" tone="soft">
        {t(`${what}.text`)} {canChangeContact(account.authenticationType) && t('reviewed')}
      </Text>
      {asksOld && (
        <Field label={t(`${what}.old`)}>
          <ContactInput
            what={what}
            change={change}
            value={draft.old}
            onType={(old) => change.change({ old })}
          />
        </Field>
      )}
      <Field label={t(`${what}.new`)}>
        <ContactInput
          what={what}
          change={change}
          value={draft.next}
          onType={(next) => change.change({ next })}
        />
      </Field>
      <AccessProblem text={problem} />
      <Button
        type="submit"
        size="l"
        block
        busy={busy}
        disabledReason={busy ? null : (waiting ?? (validationError && t(`${what}.error.${validationError}`)))}
      >
        {t('send')}
      </Button>
    </Stack>
  );
}

interface ContactInputProps {
  what: ContactKind;
  change: ContactChangeState;
  value: string;
  onType: (text: string) => void;
}

function ContactInput({ what, change: { prefix }, value, onType }: ContactInputProps) {
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
        onChange={(event) => onType(stripPhonePrefix(event.target.value, prefix))}
      />
    </>
  );
}

interface CodeStepProps {
  change: ContactChangeState;
  prompt: ContactPrompt;
}

function CodeStep({ change, prompt }: CodeStepProps) {
  const t = useTranslations('account.contact');
  const { digits } = useFormat();
  const entry = useCodeForm({
    begun: prompt.sent,
    submitCode: change.check,
    requestCode: change.again,
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
