import type { Delivery, eventDeliveries, WebhookEvent } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import css from '../company.module.css';

interface DeliveriesProps {
  event: WebhookEvent;
  open: boolean;
  onClose: () => void;
}

/** All delivery attempts of an event, newest first: the response and its duration. */
export function Deliveries({ event, open, onClose }: DeliveriesProps) {
  const t = useTranslations('company.developers');
  const format = useFormat();
  const time = format.dateTime(event.createdAtDateTime);
  return (
    <Modal open={open} onClose={onClose} title={t('deliveriesOf', { event: event.event, time })}>
      <DeliveryAttempts id={event.id} />
    </Modal>
  );
}

function DeliveryAttempts({ id }: { id: string }) {
  const t = useTranslations('company.developers');
  const failure = useErrorMessages();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['company', 'deliveries', id],
    queryFn: async ({ signal }) =>
      (
        await call<typeof eventDeliveries>('GET', '/company/webhook/events/:id/deliveries', {
          params: { id },
          signal,
        })
      ).content,
  });
  if (data?.length === 0) return <p className={css.small}>{t('noDeliveries')}</p>;
  if (data)
    return (
      <Stack as="ul" gap={3} className={css.tries}>
        {data.map((row) => (
          <DeliveryAttempt key={row.atDateTime} row={row} />
        ))}
      </Stack>
    );
  if (error)
    return <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />;
  return <Skeleton height={120} className={css.waiting ?? ''} />;
}

function DeliveryAttempt({ row }: { row: Delivery }) {
  const t = useTranslations('company.developers');
  const format = useFormat();
  return (
    <li className={css.row}>
      <Cluster gap={4} rowGap={1} justify="between" wrap>
        <bdi>{format.dateTime(row.atDateTime)}</bdi>
        <span>{row.status === null ? t('noAnswer') : t('status', { status: row.status })}</span>
      </Cluster>
      <small className={css.small}>{t('took', { ms: format.digits(row.tookMs) })}</small>
      {row.answer !== '' && (
        <pre dir="ltr" className={css.answer}>
          {row.answer}
        </pre>
      )}
    </li>
  );
}
