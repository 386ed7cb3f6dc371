import type { WalletsMessage } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { walletsQuery } from '../../lib/queries/queries.ts';
import { subscribeToChannel, useStreamAlive } from '../../lib/stream/stream.ts';
import { refetchMoney } from '../../transfers/refresh-money.ts';

const POLL_MS = 5_000;
/** The stream updates balances; their value changes with the prices. */
const VALUE_POLL_MS = 15_000;

/** Returns the balances, updated by the stream, and polled while there is none. */
export function useWallets() {
  const alive = useStreamAlive();
  useEffect(() => {
    return listenToWallets();
  }, []);
  return useQuery({ ...walletsQuery, refetchInterval: alive ? VALUE_POLL_MS : POLL_MS });
}

function listenToWallets(): () => void {
  return subscribeToChannel<WalletsMessage>(
    'wallets',
    ({ type }) => {
      if (type === 'update') refetchMoney();
    },
    refetchMoney,
  );
}
