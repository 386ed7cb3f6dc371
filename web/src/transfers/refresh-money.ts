import { queryClient } from '../lib/queries/query-client.ts';

/** Query keys of the lists and balances that change with every deposit or withdrawal. */
const KEYS = ['wallets', 'deposits', 'withdrawals', 'withdrawal-terms', 'toman-terms', 'wallet-totals'];

export function refetchMoney(): void {
  for (const key of KEYS) void queryClient.invalidateQueries({ queryKey: [key] }, { cancelRefetch: false });
}
