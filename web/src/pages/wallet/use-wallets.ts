import type { WalletsMessage } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { walletsQuery } from '../../lib/queries/queries.ts';
import { listen, useStreamAlive } from '../../lib/stream/stream.ts';
import { refreshMoney } from '../../transfers/refresh-money.ts';

const POLL_MS = 5_000;
/** The stream updates balances; their value changes with the prices. */
const WORTH_MS = 15_000;

/** Returns the balances, updated by the stream, and polled while there is none. */
export function useWallets() {
  const alive = useStreamAlive();
  useEffect(() => {
    return listenToWallets();
  }, []);
  return useQuery({ ...walletsQuery, refetchInterval: alive ? WORTH_MS : POLL_MS });
}

function listenToWallets(): () => void {
  return listen<WalletsMessage>(
    'wallets',
    ({ type }) => {
      if (type === 'update') refreshMoney();
    },
    refreshMoney,
  );
}
