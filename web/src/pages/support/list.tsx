import type { Ticket } from '@sarraf/domain/contracts';
import { IconMessageCircleQuestion, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useFailure } from '../../lib/use-failure.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useTitle } from '../../lib/use-title.ts';
import { TicketStateWord } from '../../tickets/state-word.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/class-names.ts';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTickets } from './queries.ts';
import css from './support.module.css';

export function List() {
  const t = useTranslations('support.list');
  useTitle(t('title'));
  return (
    <main className={css.page}>
      <div className={css.head}>
        <div>
          <h1>{t('title')}</h1>
          <p className={css.lead}>{t('lead')}</p>
        </div>
        <LinkButton to="/profile/support/new" icon={<IconPlus size={18} />}>
          {t('new')}
        </LinkButton>
      </div>
      <Rows />
    </main>
  );
}

function Rows() {
  const t = useTranslations('support.list');
  const failure = useFailure();
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
      <div className={css.list} aria-hidden>
        <Skeleton height={90} className={css.block} />
        <Skeleton height={90} className={css.block} />
        <Skeleton height={90} className={css.block} />
      </div>
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
      <ul className={css.list} aria-label={t('label')}>
        {pages.rows.map((ticket) => (
          <li key={ticket.id}>
            <Row ticket={ticket} />
          </li>
        ))}
      </ul>
      <ListEnd pages={pages} end={t('end')} />
    </>
  );
}

function Row({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('support');
  const { digits, dateTime } = useFormat();
  const { id, subject, topic, number, state, unread, updatedAtDateTime } = ticket;
  return (
    <Link to={`/profile/support/${id}`} className={cx(css.row, unread > 0 && css.unread)}>
      <span className={css.words}>
        <span className={css.subject}>
          <bdi>{subject}</bdi>
        </span>
        <span className={css.facts}>
          <span>{t(`topic.${topic}`)}</span>
          <span>{t('number', { number: digits(number) })}</span>
          <time dateTime={updatedAtDateTime}>{dateTime(updatedAtDateTime)}</time>
        </span>
      </span>
      {unread > 0 ? <span className={css.new}>{t('list.unread')}</span> : <TicketStateWord state={state} />}
    </Link>
  );
}
