import { parseMarket } from '@sarraf/domain';
import type { FoundDeposit, Order, searchOwnHistory, WithdrawalRow } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../lib/api/api.ts';
import { useFormat } from '../lib/format/use-format.ts';
import { useSession } from '../lib/session/session.ts';
import { useOrderStateText } from '../orders/use-order-state-text.ts';
import { getCryptoDepositState, getWithdrawalState } from '../transfers/status.ts';
import { CoinIcon } from '../ui/values/coin-icon.tsx';
import { Money } from '../ui/values/money.tsx';
import type { ResultGroup } from './palette-list.tsx';
import type { ServerSearchState } from './palette-state.tsx';
import { useDebouncedText } from './use-debounced-text.ts';

export interface OwnResultHandlers {
  onOrder: (order: Order) => void;
  onWithdrawal: (row: WithdrawalRow) => void;
  onNavigate: (to: string) => void;
}

/** Minimum length that the server accepts. */
const MIN_LENGTH = 2;
const CACHE_MS = 30_000;

/** Finds the signed-in user's orders, withdrawals and deposits that match the text, with their state. */
export function useOwnResults(
  typed: string,
  { onOrder, onWithdrawal, onNavigate }: OwnResultHandlers,
): ServerSearchState & { groups: ResultGroup[] } {
  const t = useTranslations('search.group');
  const { signedIn } = useSession();
  const currentQuery = typed.trim();
  const debouncedQuery = useDebouncedText(currentQuery);
  const enabled = signedIn && debouncedQuery.length >= MIN_LENGTH;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search', debouncedQuery],
    queryFn: async ({ signal }) =>
      (await call<typeof searchOwnHistory>('GET', '/search', { query: { q: debouncedQuery }, signal }))
        .baseDTO,
    enabled,
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
  });
  const lines = useOwnResultTexts();
  const found = enabled && debouncedQuery === currentQuery ? data : undefined;
  return {
    waiting: signedIn && currentQuery.length >= MIN_LENGTH && !found && !error,
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
            onNavigate(
              `/profile/history?tab=${row.relatedCoin === 'TOMAN' ? 'toman' : 'crypto'}&kind=deposit`,
            ),
        })),
      },
    ],
  };
}

/** Texts for the kind and state of an order or a transfer. */
function useOwnResultTexts() {
  const side = useTranslations('wallet.history.side');
  const receipt = useTranslations('history.receipt');
  const state = useTranslations('history.state');
  const orderState = useOrderStateText();
  const { coin: formatName, dateTime } = useFormat();
  const createLine = (key: string, coin: string, name: string, at: string) => ({
    key,
    icon: <CoinIcon coin={coin} size={32} />,
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
    order(order: Order) {
      const { coin } = parseMarket(order.marketType) ?? { coin: order.destinationCoin };
      const name = side(order.orderType.endsWith('_BUY') ? 'buy' : 'sell', { coin: formatName(coin) });
      return {
        ...createLine(order.id, coin, name, order.createdAtDateTime),
        end: renderEnd(order.amount, coin, orderState(order)),
      };
    },
    withdrawal: (row: WithdrawalRow) => ({
      ...createLine(
        row.id,
        row.relatedCoin,
        `${receipt('withdrew')} ${formatName(row.relatedCoin)}`,
        row.createdAtDateTime,
      ),
      end: renderEnd(row.amount, row.relatedCoin, state(getWithdrawalState(row).key)),
    }),
    deposit: (row: FoundDeposit) => ({
      ...createLine(
        row.id,
        row.relatedCoin,
        `${receipt('deposited')} ${formatName(row.relatedCoin)}`,
        row.createdAtDateTime,
      ),
      end: renderEnd(row.amount, row.relatedCoin, state(getCryptoDepositState(row).key)),
    }),
  };
}
