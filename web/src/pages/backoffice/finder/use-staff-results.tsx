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
import type { ResultGroup } from '../../../search/palette-list.tsx';
import type { ServerSearchState } from '../../../search/palette-state.tsx';
import { useDebouncedText } from '../../../search/use-debounced-text.ts';
import { getWithdrawalState } from '../../../transfers/status.ts';
import { CoinIcon } from '../../../ui/values/coin-icon.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { listSections } from '../shared/access.ts';
import { getBackofficePath } from '../shared/places.ts';
import { overviewQuery } from '../shared/queries.ts';
import { getPersonPath } from '../shared/visit.ts';

/** Minimum length of a search: the server matches whole identifiers or words. */
const MIN_LENGTH = 3;

/** Searches on the server with the person's roles; each search that shows a customer is logged there. */
export function useStaffResults(
  typed: string,
  navigateTo: (to: string) => void,
): ServerSearchState & { groups: ResultGroup[] } {
  const currentQuery = typed.trim();
  const debouncedQuery = useDebouncedText(currentQuery);
  const enabled = debouncedQuery.length >= MIN_LENGTH;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['backoffice', 'search', debouncedQuery],
    queryFn: async ({ signal }) =>
      (await call<typeof searchStaff>('GET', '/backoffice/search', { query: { q: debouncedQuery }, signal }))
        .baseDTO,
    enabled,
    ...FETCH_ONCE,
  });
  const buildGroups = useResultGroups(navigateTo);
  const found = enabled && debouncedQuery === currentQuery ? data : undefined;
  return {
    waiting: currentQuery.length >= MIN_LENGTH && !found && !error,
    error: enabled && !isFetching ? error : null,
    retry: () => void refetch(),
    groups: found ? buildGroups(found) : [],
  };
}

function useResultGroups(navigateTo: (to: string) => void) {
  const t = useTranslations('search');
  const support = useTranslations('support.state');
  const parts = { people: usePeopleResults(navigateTo), money: useMoneyResults(navigateTo) };
  return (found: StaffFinds): ResultGroup[] => [
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
        choose: () => navigateTo(`${getBackofficePath('companies')}/${id}`),
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
        choose: () => navigateTo(`${getBackofficePath('tickets')}/${id}`),
      })),
    },
  ];
}

function usePeopleResults(navigateTo: (to: string) => void) {
  const t = useTranslations('backoffice');
  return ({ id, name, email, authenticationType }: StaffFinds['people'][number]) => ({
    key: id,
    icon: <IconUser size={20} />,
    name: name || t('noName'),
    detail: <bdi className="latin">{email}</bdi>,
    end: t(`state.${authenticationType}`),
    choose: () => navigateTo(getPersonPath(id)),
  });
}

/** Orders and transfers link to their owner's file, which asks for a reason; unclaimed ones to their queue. */
function useMoneyResults(navigateTo: (to: string) => void) {
  const t = useTranslations();
  const places = listSections(useQuery(overviewQuery).data?.roles ?? []);
  const { coin: formatName, dateTime } = useFormat();
  const createLine = (id: string, icon: ReactNode, name: string, at: string) => ({
    key: id,
    icon,
    name,
    detail: <bdi>{dateTime(at)}</bdi>,
  });
  const renderEnd = (amount: string, asset: string, words: string) => (
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
        ...createLine(
          order.id,
          <CoinIcon coin={coin} size={32} />,
          t(`wallet.history.side.${side}`, { coin: formatName(coin) }),
          order.createdAtDateTime,
        ),
        end: renderEnd(order.amount, coin, t(`markets.order.state.${state}`)),
        choose: () => navigateTo(getPersonPath(order.userId)),
      };
    },
    withdrawal: (row: StaffFinds['withdrawals'][number]) => ({
      ...createLine(
        row.id,
        <IconArrowUpFromArc size={20} />,
        formatName(row.relatedCoin),
        row.createdAtDateTime,
      ),
      end: renderEnd(row.amount, row.relatedCoin, t(`history.state.${getWithdrawalState(row).key}`)),
      choose: () =>
        navigateTo(
          row.state === 'REVIEW' && places.includes('withdrawals')
            ? getBackofficePath('withdrawals')
            : getPersonPath(row.userId),
        ),
    }),
    deposit: (row: StaffFinds['deposits'][number]) => ({
      ...createLine(
        row.id,
        <IconArrowDownToArc size={20} />,
        formatName(row.relatedCoin),
        row.createdAtDateTime,
      ),
      end: renderEnd(
        row.amount,
        row.relatedCoin,
        row.userId === null ? t('search.staff.nobody') : t(`history.state.${DEPOSIT_TEXT_KEYS[row.state]}`),
      ),
      choose: () =>
        navigateTo(
          row.userId === null
            ? getBackofficePath(places.includes('incoming') ? 'incoming' : 'people')
            : getPersonPath(row.userId),
        ),
    }),
  };
}

const DEPOSIT_TEXT_KEYS = { PENDING: 'UNCONFIRMED', PAID: 'CONFIRMED', FAILED: 'REVERSED' } as const;
