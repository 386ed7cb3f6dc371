import { parseMarket } from '@sarraf/domain';
import type { FoundDeposit, Order, searchOwn, WithdrawalRow } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../lib/api/api.ts';
import { useFormat } from '../lib/format/use-format.ts';
import { useSession } from '../lib/session/session.ts';
import { useOrderState } from '../orders/use-order-words.ts';
import { cryptoDepositState, withdrawalState } from '../transfers/status.ts';
import { CoinIcon } from '../ui/values/coin-icon.tsx';
import { Money } from '../ui/values/money.tsx';
import type { FindGroup } from './palette-list.tsx';
import type { Asking } from './palette-state.tsx';
import { useTypedOut } from './use-typed-out.ts';

export interface OwnChoices {
  onOrder: (order: Order) => void;
  onWithdrawal: (row: WithdrawalRow) => void;
  onPlace: (to: string) => void;
}

/** Minimum length that the server accepts. */
const LEAST = 2;
const KEPT_MS = 30_000;

/** Finds the signed-in user's orders, withdrawals and deposits that match the text, with their state. */
export function useOwnFinds(
  typed: string,
  { onOrder, onWithdrawal, onPlace }: OwnChoices,
): Asking & { groups: FindGroup[] } {
  const t = useTranslations('search.group');
  const { signedIn } = useSession();
  const wanted = typed.trim();
  const asked = useTypedOut(wanted);
  const enabled = signedIn && asked.length >= LEAST;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search', asked],
    queryFn: async ({ signal }) =>
      (await call<typeof searchOwn>('GET', '/search', { query: { q: asked }, signal })).baseDTO,
    enabled,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });
  const lines = useOwnLines();
  const found = enabled && asked === wanted ? data : undefined;
  return {
    waiting: signedIn && wanted.length >= LEAST && !found && !error,
    error: enabled && !isFetching ? error : null,
    retry: () => void refetch(),
    groups: [
      {
        key: 'orders',
        label: t('orders'),
        finds: (found?.orders ?? []).map((order) => ({
          ...lines.order(order),
          choose: () => onOrder(order),
        })),
      },
      {
        key: 'withdrawals',
        label: t('withdrawals'),
        finds: (found?.withdrawals ?? []).map((row) => ({
          ...lines.withdrawal(row),
          choose: () => onWithdrawal(row),
        })),
      },
      {
        key: 'deposits',
        label: t('deposits'),
        finds: (found?.deposits ?? []).map((row) => ({
          ...lines.deposit(row),
          choose: () =>
            onPlace(`/profile/history?tab=${row.relatedCoin === 'TOMAN' ? 'toman' : 'crypto'}&kind=deposit`),
        })),
      },
    ],
  };
}

/** Texts for the kind and state of an order or a transfer. */
function useOwnLines() {
  const side = useTranslations('wallet.history.side');
  const receipt = useTranslations('history.receipt');
  const state = useTranslations('history.state');
  const orderState = useOrderState();
  const { coin: nameOf, dateTime } = useFormat();
  const line = (key: string, coin: string, name: string, at: string) => ({
    key,
    icon: <CoinIcon coin={coin} size={32} />,
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
    order(order: Order) {
      const { coin } = parseMarket(order.marketType) ?? { coin: order.destinationCoin };
      const name = side(order.orderType.endsWith('_BUY') ? 'buy' : 'sell', { coin: nameOf(coin) });
      return {
        ...line(order.id, coin, name, order.createdAtDateTime),
        end: end(order.amount, coin, orderState(order)),
      };
    },
    withdrawal: (row: WithdrawalRow) => ({
      ...line(
        row.id,
        row.relatedCoin,
        `${receipt('withdrew')} ${nameOf(row.relatedCoin)}`,
        row.createdAtDateTime,
      ),
      end: end(row.amount, row.relatedCoin, state(withdrawalState(row).key)),
    }),
    deposit: (row: FoundDeposit) => ({
      ...line(
        row.id,
        row.relatedCoin,
        `${receipt('deposited')} ${nameOf(row.relatedCoin)}`,
        row.createdAtDateTime,
      ),
      end: end(row.amount, row.relatedCoin, state(cryptoDepositState(row).key)),
    }),
  };
}
