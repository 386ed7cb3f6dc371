import { normalizeEmail } from '@sarraf/domain';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../access/parts.tsx';
import { useRetryAfter } from '../../access/use-wait.ts';
import { Link } from '../../framework/navigation/router.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useSession } from '../../lib/session/session.ts';
import { getRemainingLetters } from '../../tickets/limits.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import css from './form.module.css';
import { type ContactMessage, MAX_LENGTHS, validateContactMessage } from './letter.ts';
import { createContactSender } from './send-letter.ts';

/** A contact form for everyone; a signed-in person needn't enter name and address. */
export function ContactForm() {
  const t = useTranslations('support.contact');
  const [sent, setSent] = useState<string | null>(null);
  return (
    <Card title={sent === null ? t('title') : undefined}>
      {sent === null ? (
        <ContactFormFields onSent={setSent} />
      ) : (
        <SentNotice number={sent} onAnother={() => setSent(null)} />
      )}
    </Card>
  );
}

function SentNotice({ number, onAnother }: { number: string; onAnother: () => void }) {
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

function ContactFormFields({ onSent }: { onSent: (number: string) => void }) {
  const t = useTranslations('support');
  const { digits } = useFormat();
  const { signedIn } = useSession();
  const form = useContactMessage(onSent);
  const { letter, set, messageError, emailWrong } = form;
  const remaining = getRemainingLetters(letter.message, MAX_LENGTHS.message);
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
            maxLength={MAX_LENGTHS.name}
            value={letter.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field
          label={t('contact.email')}
          hint={t('contact.emailHint')}
          error={emailWrong ? t('emailError') : null}
        >
          <TextInput
            type="email"
            name="email"
            autoComplete="email"
            required
            maxLength={MAX_LENGTHS.email}
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
          maxLength={MAX_LENGTHS.subject}
          value={letter.subject}
          onChange={(event) => set({ subject: event.target.value })}
        />
      </Field>
      <Field
        label={t('contact.message')}
        hint={t('contact.messageHint')}
        aside={
          remaining === null ? undefined : t('lettersLeft', { count: remaining, shown: digits(remaining) })
        }
      >
        <TextArea
          name="message"
          required
          rows={5}
          className={css.typed}
          maxLength={MAX_LENGTHS.message}
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
        disabledReason={form.busy ? null : (form.waiting ?? (messageError && t(`error.${messageError}`)))}
      >
        {t('contact.send')}
      </Button>
    </Stack>
  );
}

const EMPTY: ContactMessage = { name: '', email: '', subject: '', message: '' };

function useContactMessage(onSent: (number: string) => void) {
  const { account } = useSession();
  const { judge, waiting } = useRetryAfter();
  const [enteredFields, setEnteredFields] = useState<Partial<ContactMessage>>({});
  const [wasEmailLeft, setWasEmailLeft] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [sender] = useState(createContactSender);
  const honeypot = useRef<HTMLInputElement>(null);
  useEffect(() => {
    return sender.open();
  }, [sender]);

  const accountFields = account && {
    name: `${account.firstName ?? ''} ${account.lastName ?? ''}`.trim(),
    email: account.email,
  };
  const message: ContactMessage = { ...EMPTY, ...accountFields, ...enteredFields };
  const messageError = validateContactMessage(message);
  const isEmailInvalid =
    wasEmailLeft && message.email.trim() !== '' && normalizeEmail(message.email) === null;

  const handleFailure = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'Invalid Email') setWasEmailLeft(true);
    setProblem(judge(error));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || waiting || messageError) return;
    setBusy(true);
    setProblem(null);
    sender
      .send(message, honeypot.current?.value ?? '')
      .then(onSent, handleFailure)
      .finally(() => setBusy(false));
  };
  return {
    letter: message,
    set: (change: Partial<ContactMessage>) => {
      // Input typed before the scripts loaded arrives in several updates at the same time.
      setEnteredFields((old) => ({ ...old, ...change }));
      if (change.email !== undefined) setWasEmailLeft(false);
    },
    leaveEmail: () => setWasEmailLeft(true),
    emailWrong: isEmailInvalid,
    messageError,
    problem,
    busy,
    waiting,
    trap: honeypot,
    submit,
  };
}
