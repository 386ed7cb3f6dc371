import { field } from '../../prices/price-http.ts';
import { createCallTimeout, type Rpc, readAmount } from './utxo-rpc.ts';

const BALANCE_AGE_MS = 300_000;
const SCAN_MS = 600_000;
const MAX_BALANCES = 100;

/**
 * A node without a wallet computes an address's balance by scanning every unspent output (scantxoutset,
 * "blockchain"), one scan at a time and for minutes on a large chain. So a result is used for five minutes, and a
 * scan that exceeds the timeout of a call continues: the call fails, and a later one gets the result. Dogecoin Core
 * 1.14 and bcoin don't support it.
 */
export function balanceReader(rpc: Rpc) {
  /** `at`: when it ended; null: still running. */
  const counts = new Map<string, { at: number | null; amount: Promise<bigint> }>();
  let last: Promise<unknown> = Promise.resolve();

  function start(address: string) {
    const count = { at: null as number | null, amount: last.then(() => scan(rpc, address)) };
    if (counts.size < MAX_BALANCES) counts.set(address, count);
    last = count.amount.then(
      () => {
        count.at = performance.now();
      },
      () => counts.delete(address),
    );
    return count;
  }

  return async (address: string): Promise<bigint> => {
    const signal = createCallTimeout();
    const oldest = performance.now() - BALANCE_AGE_MS;
    for (const [key, { at }] of counts) if (at !== null && at < oldest) counts.delete(key);
    const count = counts.get(address) ?? start(address);
    const late = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('scan in progress')), { once: true }),
    );
    return Promise.race([count.amount, late]);
  };
}

async function scan(rpc: Rpc, address: string): Promise<bigint> {
  const answer = await rpc.call(
    'scantxoutset',
    ['start', [`addr(${address})`]],
    AbortSignal.timeout(SCAN_MS),
  );
  if (field(answer, 'success') !== true) throw new Error('the scan was aborted');
  return readAmount(field(answer, 'total_amount'));
}
