/** The transactions before those that are planned: who signs reads from them what the inputs hold. */
import type { Input, TransactionPlan } from '../../../chains/types.ts';
import { withoutWitness } from '../../../chains/utxo/utxo-previous.ts';
import type { UtxoChain } from '../../../chains/utxo/utxo-rules.ts';
import { resultOrThrow } from './utxo-lookups.ts';
import type { Rpc } from './utxo-rpc.ts';

export type UtxoPlan = Extract<TransactionPlan, { family: 'UTXO' }>;
/** Which outputs are spent, and for how much; what those say is asked for afterwards. */
export type InputSelection = Omit<UtxoPlan, 'previous'>;

/** Hex digits that the signer is sent for one plan; nodes relay no transaction longer than 200,000. */
const MOST_DIGITS = 20_000_000;

/** By txid, hex as it is hashed. Throws when the node doesn't know one. */
export async function readPreviousTransactions(
  rpc: Rpc,
  chain: UtxoChain,
  inputs: readonly Input[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const txids = [...new Set(inputs.map(({ txid }) => txid))];
  const answers = await rpc.batch(
    'getrawtransaction',
    txids.map((txid) => [txid]),
    signal,
  );
  return new Map(
    txids.map((txid, i) => {
      const raw = resultOrThrow(answers[i]);
      if (typeof raw !== 'string') throw new Error(`${txid}: no transaction`);
      return [txid, withoutWitness(chain, raw)];
    }),
  );
}

/** The longest of them, until the rest is short enough: those that miners alone write are spent one at a time. */
export function tooLong(raws: ReadonlyMap<string, string>): ReadonlySet<string> {
  const dropped = new Set<string>();
  let digits = [...raws.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [txid, { length }] of [...raws].toSorted(([, a], [, b]) => b.length - a.length)) {
    if (digits <= MOST_DIGITS) break;
    dropped.add(txid);
    digits -= length;
  }
  return dropped;
}
