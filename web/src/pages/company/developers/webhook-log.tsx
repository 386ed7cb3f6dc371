import type { resendEvent, WebhookEvent, webhookEvents } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import { ListEnd } from '../../../ui/tables/list-end.tsx';
import css from '../company.module.css';
import { refetchEvents, refetchStore } from '../queries.ts';
import { Deliveries } from './deliveries.tsx';

const POLL_MS = 2_000;

/** Webhook events and their responses, newest first. */
export function WebhookLog() {
  const t = useTranslations('company.developers');
  const failure = useErrorMessages();
  const pages = useCursorPagination<WebhookEvent>(['company', 'events'], (query, signal) =>
    call<typeof webhookEvents>('GET', '/company/webhook/events', { query, signal }),
  );
  // Polls while an event has no response yet.
  const hasUnsentEvents = pages.rows.some(({ state, tries }) => state === 'WAITING' && tries === 0);
  useEffect(() => {
    if (!hasUnsentEvents) return undefined;
    const timer = setInterval(refetchEvents, POLL_MS);
    return () => clearInterval(timer);
  }, [hasUnsentEvents]);
  return (
    <section>
      <h3>{t('log')}</h3>
      {pages.failed && (
        <ErrorState text={failure.text(pages.error)} busy={pages.busy} onRetry={pages.retry} />
      )}
      {pages.loading && <Skeleton height={56} className={css.waiting ?? ''} />}
      {!pages.loading && !pages.failed && pages.rows.length === 0 && (
        <p className={css.small}>{t('noEvents')}</p>
      )}
      <Stack gap={3}>
        {pages.rows.map((row) => (
          <EventRow key={row.id} row={row} />
        ))}
      </Stack>
      {pages.rows.length > 0 && <ListEnd pages={pages} />}
    </section>
  );
}

function EventRow({ row }: { row: WebhookEvent }) {
  const t = useTranslations('company.developers');
  const format = useFormat();
  const failure = useErrorMessages();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call<typeof resendEvent>('POST', '/company/webhook/events/:id/resend', { params: { id: row.id } }),
    onSuccess: () => {
      refetchStore();
      toast(t('resent'), 'done');
    },
    onError: failure.show,
  });
  const facts = [
    format.dateTime(row.createdAtDateTime),
    t(row.state),
    ...(row.tries > 0 ? [t('tries', { count: row.tries, shown: format.digits(row.tries) })] : []),
    ...(row.lastStatus === null ? [] : [t('status', { status: row.lastStatus })]),
    ...(row.state === 'WAITING' && row.tries > 0 && row.nextTryAtDateTime
      ? [t('next', { time: format.dateTime(row.nextTryAtDateTime) })]
      : []),
  ];
  return (
    <Cluster gap={4} rowGap={2} justify="between" wrap className={css.row}>
      <span className={css.cell}>
        <bdi dir="ltr">{row.event}</bdi>
        <small className={css.small}>{facts.join(' · ')}</small>
        {row.lastAnswer && (
          <small className={css.small}>
            <bdi>{row.lastAnswer}</bdi>
          </small>
        )}
      </span>
      <Cluster gap={2}>
        {row.tries > 0 && (
          <Button variant="text" size="s" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            {t('deliveries')}
          </Button>
        )}
        {row.state !== 'WAITING' && (
          <Button variant="ghost" size="s" busy={isPending} onClick={() => mutate()}>
            {t('resend')}
          </Button>
        )}
      </Cluster>
      <Deliveries event={row} open={isOpen} onClose={() => setIsOpen(false)} />
    </Cluster>
  );
}
