import type { closeTicket, replyToTicket, TicketThread } from '@sarraf/domain/contracts';
import { IconFileUnknown } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRetryAfter } from '../../access/use-wait.ts';
import { useParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { toast } from '../../lib/notices.ts';
import { Composer } from '../../tickets/composer.tsx';
import { TicketMessages } from '../../tickets/messages.tsx';
import { TicketStateBadge } from '../../tickets/state-word.tsx';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { BackToTickets } from './new-ticket.tsx';
import { cacheTicket, refetchTickets, ticketQuery } from './queries.ts';
import css from './support.module.css';

export function TicketPage() {
  const t = useTranslations('support.thread');
  const { digits } = useFormat();
  const { id = '' } = useParams();
  const { data } = useQuery(ticketQuery(id));
  const unreadCount = data?.ticket.unread ?? 0;
  useTitle(t('title', { number: digits(data?.ticket.number ?? '') }));
  // Its replies are marked as read from now on, in the list too.
  useEffect(() => {
    if (unreadCount > 0) void refetchTickets();
  }, [unreadCount]);
  return (
    <Stack as="main" gap={4} className={css.page}>
      <BackToTickets />
      {data ? <TicketConversation thread={data} /> : <TicketLoadState id={id} />}
    </Stack>
  );
}

function TicketLoadState({ id }: { id: string }) {
  const t = useTranslations('support.thread');
  const failure = useErrorMessages();
  const { error, isFetching, refetch } = useQuery(ticketQuery(id));
  if (!error) {
    return (
      <Stack gap={3} aria-hidden>
        <Skeleton height={84} className={css.block} />
        <Skeleton height={360} className={css.block} />
      </Stack>
    );
  }
  const isUnknown = error instanceof ApiError && error.httpStatus === 404;
  return (
    <Card>
      {isUnknown ? (
        <EmptyState
          icon={<IconFileUnknown size={26} />}
          title={t('unknownTitle')}
          text={t('unknownText')}
          action={<LinkButton to="/profile/support">{t('back')}</LinkButton>}
        />
      ) : (
        <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}

function TicketConversation({ thread: { ticket, messages } }: { thread: TicketThread }) {
  const t = useTranslations('support');
  const { digits, dateTime } = useFormat();
  return (
    <>
      <Cluster gap={5} rowGap={3} align="end" justify="between" wrap>
        <div className={css.title}>
          <h1>
            <bdi>{ticket.subject}</bdi>
          </h1>
          <Cluster as="p" gap={4} rowGap={0} align="stretch" wrap size="s" tone="faint" className={css.facts}>
            <span>{t(`topic.${ticket.topic}`)}</span>
            <span>{t('number', { number: digits(ticket.number) })}</span>
            {ticket.reference !== '' && <span>{t('thread.reference', { number: ticket.reference })}</span>}
            <span>{t('thread.opened', { time: dateTime(ticket.createdAtDateTime) })}</span>
          </Cluster>
        </div>
        <TicketStateBadge state={ticket.state} />
      </Cluster>
      <Card className={css.thread}>
        <TicketMessages
          messages={messages}
          own="PERSON"
          nameOf={({ author }) => t(author === 'PERSON' ? 'you' : 'us')}
        />
        {ticket.state === 'WAITING' && (
          <Text size="s" tone="faint">
            {t('thread.waiting')}
          </Text>
        )}
      </Card>
      <Card>
        <ReplyForm thread={{ ticket, messages }} />
      </Card>
    </>
  );
}

function ReplyForm({ thread: { ticket } }: { thread: TicketThread }) {
  const t = useTranslations('support.thread');
  const { judge, waiting } = useRetryAfter();
  const [problem, setProblem] = useState<string | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const params = { id: ticket.id };
  const reply = useMutation({
    mutationFn: (message: string) =>
      call<typeof replyToTicket>('POST', '/support/tickets/:id/messages', { params, body: { message } }),
    onMutate: () => setProblem(null),
    onSuccess: ({ baseDTO }) => cacheTicket(baseDTO),
    onError: (error) => setProblem(judge(error)),
  });
  const close = useMutation({
    mutationFn: () => call<typeof closeTicket>('POST', '/support/tickets/:id/close', { params }),
    onMutate: () => setProblem(null),
    onSuccess: ({ baseDTO }) => {
      cacheTicket(baseDTO);
      toast(t('closed'), 'done');
    },
    onError: (error) => setProblem(judge(error)),
    onSettled: () => setIsConfirming(false),
  });
  const closed = ticket.state === 'CLOSED';
  return (
    <>
      <Composer
        label={t(ticket.state === 'ANSWERED' ? 'reply' : 'replyAgain')}
        hint={closed ? t('closedHint') : undefined}
        send={t('send')}
        busy={reply.isPending}
        waiting={waiting}
        problem={problem}
        onSend={(text) => reply.mutateAsync(text)}
      >
        {!closed && (
          <Button variant="ghost" disabled={reply.isPending} onClick={() => setIsConfirming(true)}>
            {t('close')}
          </Button>
        )}
      </Composer>
      <ConfirmDialog
        open={isConfirming}
        title={t('closeTitle')}
        text={t('closeText')}
        confirm={t('closeYes')}
        busy={close.isPending}
        onConfirm={() => close.mutate()}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}
