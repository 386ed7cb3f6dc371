import type { WalletsMessage } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { walletsQuery } from '../../lib/queries/queries.ts';
import { listen, useStreamAlive } from '../../lib/stream/stream.ts';
import { refreshMoney } from '../../transfers/refresh-money.ts';

const POLL_MS = 5_000;
/** Balances are told by the stream; their worth moves with the prices. */
const WORTH_MS = 15_000;

/** Balances that follow the stream, and are polled while there is none. */
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
