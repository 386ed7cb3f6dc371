import type { openTicket } from '@sarraf/domain/contracts';
import { IconArrowRight } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../access/parts.tsx';
import { useRetryAfter } from '../../access/use-wait.ts';
import { navigate } from '../../framework/navigation/history.ts';
import { Link, useSearchParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { toast } from '../../lib/notices.ts';
import { getRemainingLetters, MAX_MESSAGE, MAX_SUBJECT } from '../../tickets/limits.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { refetchTickets } from './queries.ts';
import css from './support.module.css';
import {
  MAX_REFERENCE,
  parseTicketDraft,
  type TicketDraft,
  TOPICS,
  toTicketBody,
  validateTicketDraft,
} from './ticket-draft.ts';

export function NewTicket() {
  const t = useTranslations('support.form');
  useTitle(t('title'));
  return (
    <Stack as="main" gap={4} className={css.page}>
      <BackToTickets />
      <div>
        <h1>{t('title')}</h1>
        <p className={css.lead}>{t('lead')}</p>
      </div>
      <Card className={css.narrow}>
        <NewTicketForm />
      </Card>
    </Stack>
  );
}

export function BackToTickets() {
  const t = useTranslations('support.form');
  return (
    <Link to="/profile/support" className={css.back}>
      <IconArrowRight size={18} className={css.arrow} aria-hidden />
      {t('back')}
    </Link>
  );
}

function NewTicketForm() {
  const t = useTranslations('support');
  const { digits } = useFormat();
  const { question, set, submit, busy, waiting, problem } = useTicketDraft();
  const validationError = validateTicketDraft(question);
  const remaining = getRemainingLetters(question.message, MAX_MESSAGE);
  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      aria-label={t('form.title')}
      onSubmit={(event) => submit(event, validationError !== null)}
    >
      <Field label={t('form.topic')}>
        <Select
          label={t('form.topic')}
          options={TOPICS.map((value) => ({ value, label: t(`topic.${value}`) }))}
          value={question.topic}
          onChange={(topic) => set({ topic })}
        />
      </Field>
      <Field label={t('form.subject')} hint={t('form.subjectHint')}>
        <TextInput
          name="subject"
          required
          maxLength={MAX_SUBJECT}
          value={question.subject}
          onChange={(event) => set({ subject: event.target.value })}
        />
      </Field>
      <Field
        label={t('form.message')}
        hint={t('contact.messageHint')}
        aside={
          remaining === null ? undefined : t('lettersLeft', { count: remaining, shown: digits(remaining) })
        }
      >
        <TextArea
          name="message"
          required
          rows={6}
          className={css.typed}
          maxLength={MAX_MESSAGE}
          value={question.message}
          onChange={(event) => set({ message: event.target.value })}
        />
      </Field>
      <Field label={t('form.reference')} hint={t('form.referenceHint')}>
        <TextInput
          name="reference"
          latin
          maxLength={MAX_REFERENCE}
          value={question.reference}
          onChange={(event) => set({ reference: event.target.value })}
        />
      </Field>
      <AccessProblem text={problem} />
      <Button
        type="submit"
        size="l"
        busy={busy}
        disabledReason={busy ? null : (waiting ?? (validationError && t(`error.${validationError}`)))}
      >
        {t('form.send')}
      </Button>
    </Stack>
  );
}

function useTicketDraft() {
  const t = useTranslations('support.form');
  const [search] = useSearchParams();
  const { judge, waiting } = useRetryAfter();
  const [question, setQuestion] = useState<TicketDraft>(() => parseTicketDraft(search));
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call<typeof openTicket>('POST', '/support/tickets', { body: toTicketBody(question) }),
    onSuccess: ({ baseDTO }) => {
      void refetchTickets();
      toast(t('sent'), 'done');
      navigate(`/profile/support/${baseDTO.id}`, { replace: true });
    },
    onError: (error) => setProblem(judge(error)),
  });
  const submit = (event: FormEvent, isDisabled: boolean) => {
    event.preventDefault();
    if (isPending || waiting || isDisabled) return;
    setProblem(null);
    mutate();
  };
  const set = (change: Partial<TicketDraft>) => setQuestion({ ...question, ...change });
  return { question, set, submit, busy: isPending, waiting, problem };
}
