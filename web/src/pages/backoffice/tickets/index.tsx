import type { StaffTicket, staffTickets, TicketState, TicketTopic } from '@sarraf/domain/contracts';
import { IconMessages } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../framework/navigation/router.tsx';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import cards from '../shared/cards.module.css';
import css from '../shared/parts.module.css';
import { useElapsedTimeText, WaitingTime } from '../shared/parts.tsx';
import { getBackofficePath } from '../shared/places.ts';
import { ResourceList } from '../shared/resource-list.tsx';
import own from './tickets.module.css';

const STATES = ['WAITING', 'ANSWERED', 'CLOSED'] as const satisfies readonly TicketState[];
const TOPICS = [
  'DEPOSIT',
  'WITHDRAWAL',
  'VERIFICATION',
  'TRADE',
  'ACCOUNT',
  'OTHER',
] as const satisfies readonly TicketTopic[];
const ANY = ['ALL', ...TOPICS] as const;

interface TicketFilter {
  state: TicketState;
  topic: (typeof ANY)[number];
  mine: boolean;
}

/** Tickets that wait for a reply; `?state=`, `?topic=` and `?mine=` select others. */
export function TicketsPage() {
  const t = useTranslations('staffSupport');
  const topicWord = useTranslations('support.topic');
  const [filter, setTicketFilter] = useTicketFilter();
  return (
    <BackofficePage
      title={t('title')}
      lead={t('lead')}
      filtersOf="tickets"
      aside={
        <Cluster gap={4} rowGap={3} wrap>
          <Checkbox
            checked={filter.mine}
            onChange={(event) => setTicketFilter({ mine: event.target.checked })}
          >
            {t('mineOnly')}
          </Checkbox>
          <span className={own.topic}>
            <Select
              label={t('topic')}
              options={ANY.map((value) => ({
                value,
                label: value === 'ALL' ? t('allTopics') : topicWord(value),
              }))}
              value={filter.topic}
              onChange={(topic) => setTicketFilter({ topic })}
            />
          </span>
          <Segmented
            label={t('filter')}
            segments={STATES.map((key) => ({ key, label: t(key) }))}
            value={filter.state}
            onChange={(state) => setTicketFilter({ state })}
          />
        </Cluster>
      }
    >
      <TicketList filter={filter} />
    </BackofficePage>
  );
}

function useTicketFilter(): [TicketFilter, (change: Partial<TicketFilter>) => void] {
  const [search, setSearch] = useSearchParams();
  const filter: TicketFilter = {
    state: STATES.find((key) => key === search.get('state')) ?? 'WAITING',
    topic: ANY.find((key) => key === search.get('topic')) ?? 'ALL',
    mine: search.get('mine') === 'true',
  };
  const set = (change: Partial<TicketFilter>) => {
    const { state, topic, mine } = { ...filter, ...change };
    setSearch(
      {
        ...(state !== 'WAITING' && { state }),
        ...(topic !== 'ALL' && { topic }),
        ...(mine && { mine: 'true' }),
      },
      { replace: true },
    );
  };
  return [filter, set];
}

function TicketList({ filter }: { filter: TicketFilter }) {
  const t = useTranslations('staffSupport');
  const { state, topic, mine } = filter;
  const pages = useCursorPagination<StaffTicket>(
    ['backoffice', 'tickets', state, topic, mine],
    (page, signal) =>
      call<typeof staffTickets>('GET', '/backoffice/tickets', {
        query: { ...page, state, ...(topic !== 'ALL' && { topic }), ...(mine && { mine }) },
        signal,
      }),
  );
  return (
    <ResourceList
      pages={pages}
      empty={{ icon: IconMessages, title: t(`emptyTitle.${state}`), text: t('emptyText') }}
      card={(ticket) => <TicketCard ticket={ticket} />}
    />
  );
}

function TicketCard({ ticket }: { ticket: StaffTicket }) {
  const t = useTranslations('staffSupport');
  const words = useTranslations('support');
  const formatAge = useElapsedTimeText();
  const { digits, dateTime } = useFormat();
  const { subject, topic, number, state, person, sinceDateTime, assignee, mine } = ticket;
  return (
    <Card className={cards.card}>
      <Cluster gap={3} align="start" justify="between" className={cards.head}>
        <h2>
          <bdi>{subject}</bdi>
        </h2>
        {state === 'WAITING' && (
          <span className={own.waits}>
            <WaitingTime since={sinceDateTime} />
          </span>
        )}
      </Cluster>
      <Cluster as="p" gap={4} rowGap={0} align="stretch" wrap size="s" tone="faint">
        <span>{words(`topic.${topic}`)}</span>
        <span>{words('number', { number: digits(number) })}</span>
        {state !== 'WAITING' && <span>{t('changed', { time: dateTime(ticket.updatedAtDateTime) })}</span>}
        {state === 'WAITING' && (
          <span className="hidden">{t('waits', { time: formatAge(sinceDateTime) })}</span>
        )}
      </Cluster>
      <Cluster as="p" gap={3} rowGap="line" wrap className={own.person}>
        <strong>{person.name || t('noName')}</strong>
        <bdi>{person.email}</bdi>
        {person.id === null && <span className={own.visitor}>{t('visitor')}</span>}
      </Cluster>
      <Cluster gap={3} justify="between" wrap>
        <span className={css.muted}>
          {mine ? t('takenByMe') : assignee ? t('takenBy', { who: assignee }) : t('free')}
        </span>
        <LinkButton
          to={`${getBackofficePath('tickets')}/${ticket.id}`}
          size="s"
          variant="ghost"
          aria-label={`${t('open')}: ${subject}`}
        >
          {t('open')}
        </LinkButton>
      </Cluster>
    </Card>
  );
}
