import type {
  assignTicket,
  closeStaffTicket,
  replyToStaffTicket,
  staffTicket,
  StaffThread as Thread,
} from '@sarraf/domain/contracts';
import { IconArrowRight, IconFileUnknown } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useParams } from '../../../framework/navigation/router.tsx';
import { useTitle } from '../../../framework/navigation/use-title.ts';
import { ApiError, call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { FETCH_ONCE } from '../../../lib/queries/once.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { Composer } from '../../../tickets/composer.tsx';
import { TicketMessages } from '../../../tickets/messages.tsx';
import { TicketStateBadge } from '../../../tickets/state-word.tsx';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton } from '../shared/parts.tsx';
import { getBackofficePath } from '../shared/places.ts';
import { useStaffMutation } from '../shared/use-act.ts';
import { getPersonPath, type PersonAccess } from '../shared/visit.ts';
import { NextTicket } from './next-ticket.tsx';
import own from './tickets.module.css';

const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ['backoffice', 'ticket', id],
    queryFn: async ({ signal }) =>
      (await call<typeof staffTicket>('GET', '/backoffice/tickets/:id', { params: { id }, signal })).baseDTO,
    ...FETCH_ONCE,
  });

/** One conversation with its customer, and the staff actions. */
export function TicketThread() {
  const t = useTranslations('staffSupport.thread');
  const { digits } = useFormat();
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(threadQuery(id));
  useTitle(t('title', { number: digits(data?.ticket.number ?? '') }));
  const isUnknown = error instanceof ApiError && error.httpStatus === 404;
  return (
    <main className={css.page} aria-busy={(!data && !error) || undefined}>
      <Link to={getBackofficePath('tickets')} className={own.back}>
        <IconArrowRight size={18} className={own.arrow} aria-hidden />
        {t('back')}
      </Link>
      {data ? (
        <StaffTicketConversation key={id} thread={data} />
      ) : !error ? (
        <div className={own.columns} aria-hidden>
          <StaffSkeleton height={420} />
          <StaffSkeleton height={320} />
        </div>
      ) : (
        <Card>
          {isUnknown ? (
            <EmptyState
              icon={<IconFileUnknown size={26} />}
              title={t('unknownTitle')}
              text={t('unknownText')}
              action={<LinkButton to={getBackofficePath('tickets')}>{t('back')}</LinkButton>}
            />
          ) : (
            <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
          )}
        </Card>
      )}
    </main>
  );
}

const cacheThread = (thread: Thread) =>
  queryClient.setQueryData(threadQuery(thread.ticket.id).queryKey, thread);

function StaffTicketConversation({ thread }: { thread: Thread }) {
  const t = useTranslations('staffSupport');
  const words = useTranslations('support');
  const { ticket, messages } = thread;
  const staffByMessage = new Map(messages.map((message) => [message.id, message.staff]));
  const person = ticket.person.name || t('noName');
  return (
    <>
      <h1 className={own.title}>
        <bdi>{ticket.subject}</bdi>
      </h1>
      <div className={own.columns}>
        <Stack gap={4}>
          <Card>
            <TicketMessages
              messages={messages}
              own="STAFF"
              nameOf={({ id, author }) =>
                author === 'PERSON' ? person : staffByMessage.get(id) || words('us')
              }
            />
          </Card>
          <Card>
            <ReplyForm key={ticket.id} thread={thread} />
          </Card>
        </Stack>
        <TicketFacts thread={thread} />
      </div>
    </>
  );
}

function ReplyForm({ thread: { ticket } }: { thread: Thread }) {
  const t = useTranslations('staffSupport.thread');
  const [wasOvertaken, setWasOvertaken] = useState(false);
  const [action, setAction] = useState<StaffAction | null>(null);
  const [isDone, setDone] = useState(false);
  const { id, version } = ticket;
  const params = { id };
  const onConflict = () => {
    setWasOvertaken(true);
    void queryClient.refetchQueries({ queryKey: threadQuery(id).queryKey });
  };
  const replyMutation = useStaffMutation<string>({
    run: async (message) => {
      setWasOvertaken(false);
      const body = { version, message };
      cacheThread(
        (await call<typeof replyToStaffTicket>('POST', '/backoffice/tickets/:id/answer', { params, body }))
          .baseDTO,
      );
    },
    successText: t('answered'),
    onDone: () => setDone(true),
    onConflict,
  });
  const close: StaffAction = {
    title: t('closeTitle'),
    text: t('closeText'),
    confirm: t('closeYes'),
    successText: t('closed'),
    alert: true,
    run: async () => {
      const parts = { params, body: { version } };
      cacheThread(
        (await call<typeof closeStaffTicket>('POST', '/backoffice/tickets/:id/close', parts)).baseDTO,
      );
      setDone(true);
    },
  };
  return (
    <div className={css.form}>
      {wasOvertaken && (
        <Callout tone="warn" live>
          {t('conflict')}
        </Callout>
      )}
      <Composer
        label={t('answer')}
        hint={t('answerHint')}
        send={t('send')}
        busy={replyMutation.busy}
        problem={wasOvertaken ? null : replyMutation.problem}
        onSend={replyMutation.mutateAsync}
      >
        {ticket.state !== 'CLOSED' && (
          <Button variant="ghost" disabled={replyMutation.busy} onClick={() => setAction(close)}>
            {t('close')}
          </Button>
        )}
      </Composer>
      {isDone && <NextTicket after={id} />}
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </div>
  );
}

function TicketFacts({ thread: { ticket } }: { thread: Thread }) {
  const t = useTranslations('staffSupport');
  const words = useTranslations('support');
  const { digits, dateTime } = useFormat();
  const { id, person, number, version, mine, assignee } = ticket;
  const visit: PersonAccess = { reason: t('thread.reason', { number }), from: 'tickets', queue: null };
  const assign = useStaffMutation<boolean>({
    run: async (take) => {
      const parts = { params: { id }, body: { version, mine: take } };
      cacheThread((await call<typeof assignTicket>('POST', '/backoffice/tickets/:id/assign', parts)).baseDTO);
    },
    successText: t(mine ? 'thread.left' : 'thread.taken'),
    onConflict: () => void queryClient.refetchQueries({ queryKey: threadQuery(id).queryKey }),
  });
  return (
    <Card className={own.aside}>
      <Stack as="dl" gap={3} size="sm" className={own.list}>
        <TicketFact name={t('thread.state')}>
          <TicketStateBadge state={ticket.state} />
        </TicketFact>
        <TicketFact name={t('thread.since')}>{dateTime(ticket.sinceDateTime)}</TicketFact>
        <TicketFact name={words('number', { number: '' }).trim()}>{digits(number)}</TicketFact>
        <TicketFact name={t('thread.person')}>
          {person.name || t('noName')}
          {person.id === null && <span className={own.visitor}>{t('visitor')}</span>}
        </TicketFact>
        <TicketFact name={t('thread.email')}>
          <bdi>{person.email}</bdi>
        </TicketFact>
        <TicketFact name={t('thread.language')}>{t(`thread.languages.${ticket.language}`)}</TicketFact>
        <TicketFact name={t('thread.topic')}>{words(`topic.${ticket.topic}`)}</TicketFact>
        {ticket.reference !== '' && (
          <TicketFact name={t('thread.reference')}>
            <bdi>{ticket.reference}</bdi>
          </TicketFact>
        )}
        <TicketFact name={t('thread.assignee')}>{mine ? t('takenByMe') : assignee || t('free')}</TicketFact>
      </Stack>
      <Stack gap={2}>
        <Button variant="ghost" busy={assign.busy} onClick={() => assign.mutate(!mine)}>
          {t(mine ? 'thread.leave' : 'thread.take')}
        </Button>
        {person.id !== null && (
          <LinkButton variant="ghost" to={getPersonPath(person.id)} state={visit}>
            {t('thread.toPerson')}
          </LinkButton>
        )}
      </Stack>
    </Card>
  );
}

function TicketFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
