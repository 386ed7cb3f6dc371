import type { Ticket } from '@sarraf/domain/contracts';
import { IconMessageCircleQuestion, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { TicketStateBadge } from '../../tickets/state-word.tsx';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import { ListEnd } from '../../ui/tables/list-end.tsx';
import { useTickets } from './queries.ts';
import css from './support.module.css';

export function TicketList() {
  const t = useTranslations('support.list');
  useTitle(t('title'));
  return (
    <Stack as="main" gap={4} className={css.page}>
      <Cluster gap={5} rowGap={3} align="end" justify="between" wrap>
        <div>
          <h1>{t('title')}</h1>
          <p className={css.lead}>{t('lead')}</p>
        </div>
        <LinkButton to="/profile/support/new" icon={<IconPlus size={18} />}>
          {t('new')}
        </LinkButton>
      </Cluster>
      <TicketRows />
    </Stack>
  );
}

function TicketRows() {
  const t = useTranslations('support.list');
  const failure = useErrorMessages();
  const pages = useTickets();
  if (pages.failed) {
    return (
      <Card>
        <ErrorState text={failure.text(pages.error)} busy={pages.busy} onRetry={pages.retry} />
      </Card>
    );
  }
  if (pages.loading) {
    return (
      <Stack gap={3} aria-hidden>
        <Skeleton height={90} className={css.block} />
        <Skeleton height={90} className={css.block} />
        <Skeleton height={90} className={css.block} />
      </Stack>
    );
  }
  if (pages.rows.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<IconMessageCircleQuestion size={26} />}
          title={t('emptyTitle')}
          text={t('emptyText')}
          action={<LinkButton to="/profile/support/new">{t('emptyAction')}</LinkButton>}
        />
      </Card>
    );
  }
  return (
    <>
      <Stack as="ul" gap={3} aria-label={t('label')}>
        {pages.rows.map((ticket) => (
          <li key={ticket.id}>
            <TicketRow ticket={ticket} />
          </li>
        ))}
      </Stack>
      <ListEnd pages={pages} end={t('end')} />
    </>
  );
}

function TicketRow({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('support');
  const { digits, dateTime } = useFormat();
  const { id, subject, topic, number, state, unread, updatedAtDateTime } = ticket;
  return (
    <Link to={`/profile/support/${id}`} className={cx(css.row, unread > 0 && css.unread)}>
      <Stack as="span" gap="line" shrink className={css.words}>
        <span className={css.subject}>
          <bdi>{subject}</bdi>
        </span>
        <Cluster
          as="span"
          gap={4}
          rowGap={0}
          align="stretch"
          wrap
          size="s"
          tone="faint"
          className={css.facts}
        >
          <span>{t(`topic.${topic}`)}</span>
          <span>{t('number', { number: digits(number) })}</span>
          <time dateTime={updatedAtDateTime}>{dateTime(updatedAtDateTime)}</time>
        </Cluster>
      </Stack>
      {unread > 0 ? <span className={css.new}>{t('list.unread')}</span> : <TicketStateBadge state={state} />}
    </Link>
  );
}
