/** Previous transactions of a plan's inputs, from which the signer reads their amounts. */
import type { Input, TransactionPlan } from '../../../chains/types.ts';
import { stripWitness } from '../../../chains/utxo/utxo-previous.ts';
import type { UtxoChain } from '../../../chains/utxo/utxo-rules.ts';
import { resultOrThrow } from './utxo-lookups.ts';
import type { Rpc } from './utxo-rpc.ts';

export type UtxoPlan = Extract<TransactionPlan, { family: 'UTXO' }>;
/** Outputs to spend with their amounts; the previous transactions are read afterwards. */
export type InputSelection = Omit<UtxoPlan, 'previous'>;

/** Maximum hex digits sent to the signer per plan; nodes relay no transaction longer than 200,000. */
const MAX_DIGITS = 20_000_000;

/** Returns them by txid, in the hex that is hashed. Throws if the node doesn't know one. */
export async function readPreviousTransactions(
  rpc: Rpc,
  chain: UtxoChain,
  inputs: readonly Input[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const txids = [...new Set(inputs.map(({ txid }) => txid))];
  const results = await rpc.batch(
    'getrawtransaction',
    txids.map((txid) => [txid]),
    signal,
  );
  return new Map(
    txids.map((txid, i) => {
      const raw = resultOrThrow(results[i]);
      if (typeof raw !== 'string') throw new Error(`${txid}: no transaction`);
      return [txid, stripWitness(chain, raw)];
    }),
  );
}

/**
 * Returns the longest of them, until the remainder is short enough: huge ones, which only miners can create, are
 * spent one at a time.
 */
export function findTooLong(raws: ReadonlyMap<string, string>): ReadonlySet<string> {
  const dropped = new Set<string>();
  let digits = [...raws.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [txid, { length }] of [...raws].toSorted(([, a], [, b]) => b.length - a.length)) {
    if (digits <= MAX_DIGITS) break;
    dropped.add(txid);
    digits -= length;
  }
  return dropped;
}
