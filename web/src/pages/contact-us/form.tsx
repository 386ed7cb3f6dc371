import { normalizeEmail } from '@sarraf/domain';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../access/parts.tsx';
import { useRetryAfter } from '../../access/use-wait.ts';
import { ApiError } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Link } from '../../lib/navigation/router.tsx';
import { useSession } from '../../lib/session/session.ts';
import { lettersLeft } from '../../tickets/limits.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import css from './form.module.css';
import { type ContactMessage, letterFault, MOST } from './letter.ts';
import { createContactSender } from './send-letter.ts';

/** A contact form for everyone; a signed-in person needn't enter name and address. */
export function ContactForm() {
  const t = useTranslations('support.contact');
  const [sent, setSent] = useState<string | null>(null);
  return (
    <Card title={sent === null ? t('title') : undefined}>
      {sent === null ? <Form onSent={setSent} /> : <Sent number={sent} onAnother={() => setSent(null)} />}
    </Card>
  );
}

function Sent({ number, onAnother }: { number: string; onAnother: () => void }) {
  const t = useTranslations('support.contact');
  const { digits } = useFormat();
  return (
    <div role="status">
      <EmptyState
        icon={<IconCircleCheck size={26} />}
        title={t('sentTitle')}
        text={t('sentText', { number: digits(number) })}
        action={
          <Button variant="ghost" onClick={onAnother}>
            {t('another')}
          </Button>
        }
      />
    </div>
  );
}

function Form({ onSent }: { onSent: (number: string) => void }) {
  const t = useTranslations('support');
  const { digits } = useFormat();
  const { signedIn } = useSession();
  const form = useLetter(onSent);
  const { letter, set, fault, emailWrong } = form;
  const left = lettersLeft(letter.message, MOST.message);
  return (
    <Stack as="form" gap={4} noValidate onSubmit={form.submit} aria-label={t('contact.title')}>
      <p className={css.lead}>
        {t('contact.lead')}{' '}
        {signedIn && (
          <>
            {t('contact.signedIn')} <Link to="/profile/support">{t('contact.toTickets')}</Link>
          </>
        )}
      </p>
      <div className={css.pair}>
        <Field label={t('contact.name')}>
          <TextInput
            name="name"
            autoComplete="name"
            required
            maxLength={MOST.name}
            value={letter.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field
          label={t('contact.email')}
          hint={t('contact.emailHint')}
          error={emailWrong ? t('emailFault') : null}
        >
          <TextInput
            type="email"
            name="email"
            autoComplete="email"
            required
            maxLength={MOST.email}
            value={letter.email}
            onBlur={form.leaveEmail}
            onChange={(event) => set({ email: event.target.value })}
          />
        </Field>
      </div>
      <Field label={t('contact.subject')}>
        <TextInput
          name="subject"
          required
          maxLength={MOST.subject}
          value={letter.subject}
          onChange={(event) => set({ subject: event.target.value })}
        />
      </Field>
      <Field
        label={t('contact.message')}
        hint={t('contact.messageHint')}
        aside={left === null ? undefined : t('lettersLeft', { count: left, shown: digits(left) })}
      >
        <TextArea
          name="message"
          required
          rows={5}
          className={css.typed}
          maxLength={MOST.message}
          value={letter.message}
          onChange={(event) => set({ message: event.target.value })}
        />
      </Field>
      {/* A honeypot, visible to bots only. */}
      <div className={css.trap} aria-hidden>
        <label>
          {t('contact.website')}
          <input name="website" tabIndex={-1} autoComplete="off" ref={form.trap} />
        </label>
      </div>
      <AccessProblem text={form.problem} />
      <Button
        type="submit"
        size="l"
        className={css.send}
        busy={form.busy}
        disabledReason={form.busy ? null : (form.waiting ?? (fault && t(`fault.${fault}`)))}
      >
        {t('contact.send')}
      </Button>
    </Stack>
  );
}

const EMPTY: ContactMessage = { name: '', email: '', subject: '', message: '' };

function useLetter(onSent: (number: string) => void) {
  const { account } = useSession();
  const { judge, waiting } = useRetryAfter();
  const [typed, setTyped] = useState<Partial<ContactMessage>>({});
  const [emailLeft, setEmailLeft] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [sender] = useState(createContactSender);
  const trap = useRef<HTMLInputElement>(null);
  useEffect(() => {
    return sender.open();
  }, [sender]);

  const known = account && {
    name: `${account.firstName ?? ''} ${account.lastName ?? ''}`.trim(),
    email: account.email,
  };
  const letter: ContactMessage = { ...EMPTY, ...known, ...typed };
  const fault = letterFault(letter);
  const emailWrong = emailLeft && letter.email.trim() !== '' && normalizeEmail(letter.email) === null;

  const failed = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'Invalid Email') setEmailLeft(true);
    setProblem(judge(error));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || waiting || fault) return;
    setBusy(true);
    setProblem(null);
    sender
      .send(letter, trap.current?.value ?? '')
      .then(onSent, failed)
      .finally(() => setBusy(false));
  };
  return {
    letter,
    set: (change: Partial<ContactMessage>) => {
      // Input typed before the scripts loaded arrives in several updates at the same time.
      setTyped((before) => ({ ...before, ...change }));
      if (change.email !== undefined) setEmailLeft(false);
    },
    leaveEmail: () => setEmailLeft(true),
    emailWrong,
    fault,
    problem,
    busy,
    waiting,
    trap,
    submit,
  };
}
