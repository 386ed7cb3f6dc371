import { queryClient } from '../lib/queries/query-client.ts';

/** Lists and balances that change whenever money comes in or goes out. */
const KEYS = ['wallets', 'deposits', 'withdrawals', 'withdrawal-terms', 'toman-terms', 'wallet-totals'];

export function refreshMoney(): void {
  for (const key of KEYS) void queryClient.invalidateQueries({ queryKey: [key] }, { cancelRefetch: false });
}
