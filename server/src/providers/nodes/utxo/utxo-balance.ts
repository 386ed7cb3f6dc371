import { getField } from '../../prices/price-http.ts';
import { createCallTimeout, parseCoinAmount, type Rpc } from './utxo-rpc.ts';

const BALANCE_AGE_MS = 300_000;
const SCAN_MS = 600_000;
const MAX_BALANCES = 100;

/**
 * A node without a wallet computes an address's balance by scanning every unspent output (scantxoutset,
 * "blockchain"), one scan at a time and for minutes on a large chain. So a result is used for five minutes, and a
 * scan that exceeds the timeout of a call continues: the call fails, and a later one gets the result. Dogecoin Core
 * 1.14 and bcoin don't support it.
 */
export function createBalanceReader(rpc: Rpc) {
  /** `at`: when it ended; null: still running. */
  const scans = new Map<string, { at: number | null; amount: Promise<bigint> }>();
  let previousScan: Promise<unknown> = Promise.resolve();

  function startScan(address: string) {
    const count = { at: null as number | null, amount: previousScan.then(() => scanBalance(rpc, address)) };
    if (scans.size < MAX_BALANCES) scans.set(address, count);
    previousScan = count.amount.then(
      () => {
        count.at = performance.now();
      },
      () => scans.delete(address),
    );
    return count;
  }

  return async (address: string): Promise<bigint> => {
    const signal = createCallTimeout();
    const oldest = performance.now() - BALANCE_AGE_MS;
    for (const [key, { at }] of scans) if (at !== null && at < oldest) scans.delete(key);
    const scanState = scans.get(address) ?? startScan(address);
    const timeout = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('scan in progress')), { once: true }),
    );
    return Promise.race([scanState.amount, timeout]);
  };
}

async function scanBalance(rpc: Rpc, address: string): Promise<bigint> {
  const result = await rpc.call(
    'scantxoutset',
    ['start', [`addr(${address})`]],
    AbortSignal.timeout(SCAN_MS),
  );
  if (getField(result, 'success') !== true) throw new Error('the scan was aborted');
  return parseCoinAmount(getField(result, 'total_amount'));
}
