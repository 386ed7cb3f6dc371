import { parseMarket } from '@sarraf/domain';
import type { StaffFinds, searchStaff } from '@sarraf/domain/contracts';
import {
  IconArrowDownToArc,
  IconArrowUpFromArc,
  IconBuildingStore,
  IconMessages,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { FETCH_ONCE } from '../../../lib/queries/once.ts';
import type { FindGroup } from '../../../search/palette-list.tsx';
import type { Asking } from '../../../search/palette-state.tsx';
import { useTypedOut } from '../../../search/use-typed-out.ts';
import { withdrawalState } from '../../../transfers/status.ts';
import { CoinIcon } from '../../../ui/values/coin-icon.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { placesOf } from '../shared/access.ts';
import { backofficePath } from '../shared/places.ts';
import { overviewQuery } from '../shared/queries.ts';
import { personPath } from '../shared/visit.ts';

/** Minimum length of a search: the server matches whole identifiers or words. */
const LEAST = 3;

/** Searches on the server with the person's roles; each search that shows a customer is logged there. */
export function useStaffFinds(typed: string, leadTo: (to: string) => void): Asking & { groups: FindGroup[] } {
  const wanted = typed.trim();
  const asked = useTypedOut(wanted);
  const enabled = asked.length >= LEAST;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['backoffice', 'search', asked],
    queryFn: async ({ signal }) =>
      (await call<typeof searchStaff>('GET', '/backoffice/search', { query: { q: asked }, signal })).baseDTO,
    enabled,
    ...FETCH_ONCE,
  });
  const groupsOf = useGroups(leadTo);
  const found = enabled && asked === wanted ? data : undefined;
  return {
    waiting: wanted.length >= LEAST && !found && !error,
    error: enabled && !isFetching ? error : null,
    retry: () => void refetch(),
    groups: found ? groupsOf(found) : [],
  };
}

function useGroups(leadTo: (to: string) => void) {
  const t = useTranslations('search');
  const support = useTranslations('support.state');
  const parts = { people: usePeople(leadTo), money: useMoney(leadTo) };
  return (found: StaffFinds): FindGroup[] => [
    { key: 'people', label: t('group.people'), finds: found.people.map(parts.people) },
    { key: 'orders', label: t('group.staffOrders'), finds: found.orders.map(parts.money.order) },
    {
      key: 'withdrawals',
      label: t('group.staffWithdrawals'),
      finds: found.withdrawals.map(parts.money.withdrawal),
    },
    { key: 'deposits', label: t('group.staffDeposits'), finds: found.deposits.map(parts.money.deposit) },
    {
      key: 'stores',
      label: t('group.stores'),
      finds: found.stores.map(({ id, name, blocked }) => ({
        key: id,
        icon: <IconBuildingStore size={20} />,
        name,
        ...(blocked && { end: t('staff.blocked') }),
        choose: () => leadTo(`${backofficePath('companies')}/${id}`),
      })),
    },
    {
      key: 'tickets',
      label: t('group.tickets'),
      finds: found.tickets.map(({ id, number, subject, state }) => ({
        key: id,
        icon: <IconMessages size={20} />,
        name: <bdi>{subject}</bdi>,
        detail: <bdi className="latin">{number}</bdi>,
        end: support(state),
        choose: () => leadTo(`${backofficePath('tickets')}/${id}`),
      })),
    },
  ];
}

function usePeople(leadTo: (to: string) => void) {
  const t = useTranslations('backoffice');
  return ({ id, name, email, authenticationType }: StaffFinds['people'][number]) => ({
    key: id,
    icon: <IconUser size={20} />,
    name: name || t('noName'),
    detail: <bdi className="latin">{email}</bdi>,
    end: t(`state.${authenticationType}`),
    choose: () => leadTo(personPath(id)),
  });
}

/** Orders and transfers link to their owner's file, which asks for a reason; unclaimed ones to their queue. */
function useMoney(leadTo: (to: string) => void) {
  const t = useTranslations();
  const places = placesOf(useQuery(overviewQuery).data?.roles ?? []);
  const { coin: nameOf, dateTime } = useFormat();
  const line = (id: string, icon: ReactNode, name: string, at: string) => ({
    key: id,
    icon,
    name,
    detail: <bdi>{dateTime(at)}</bdi>,
  });
  const end = (amount: string, asset: string, words: string) => (
    <>
      <Money value={amount} asset={asset} />
      <small>{words}</small>
    </>
  );
  return {
    order(order: StaffFinds['orders'][number]) {
      const { coin } = parseMarket(order.marketType) ?? { coin: order.marketType };
      const side = order.orderType.endsWith('_BUY') ? 'buy' : 'sell';
      const stands = { IS_OPEN: 'open', IS_CLOSED: 'filled' } as const;
      const state = order.orderStatus in stands ? stands[order.orderStatus as keyof typeof stands] : 'ended';
      return {
        ...line(
          order.id,
          <CoinIcon coin={coin} size={32} />,
          t(`wallet.history.side.${side}`, { coin: nameOf(coin) }),
          order.createdAtDateTime,
        ),
        end: end(order.amount, coin, t(`markets.order.state.${state}`)),
        choose: () => leadTo(personPath(order.userId)),
      };
    },
    withdrawal: (row: StaffFinds['withdrawals'][number]) => ({
      ...line(row.id, <IconArrowUpFromArc size={20} />, nameOf(row.relatedCoin), row.createdAtDateTime),
      end: end(row.amount, row.relatedCoin, t(`history.state.${withdrawalState(row).key}`)),
      choose: () =>
        leadTo(
          row.state === 'REVIEW' && places.includes('withdrawals')
            ? backofficePath('withdrawals')
            : personPath(row.userId),
        ),
    }),
    deposit: (row: StaffFinds['deposits'][number]) => ({
      ...line(row.id, <IconArrowDownToArc size={20} />, nameOf(row.relatedCoin), row.createdAtDateTime),
      end: end(
        row.amount,
        row.relatedCoin,
        row.userId === null ? t('search.staff.nobody') : t(`history.state.${DEPOSIT_WORDS[row.state]}`),
      ),
      choose: () =>
        leadTo(
          row.userId === null
            ? backofficePath(places.includes('incoming') ? 'incoming' : 'people')
            : personPath(row.userId),
        ),
    }),
  };
}

const DEPOSIT_WORDS = { PENDING: 'UNCONFIRMED', PAID: 'CONFIRMED', FAILED: 'REVERSED' } as const;
