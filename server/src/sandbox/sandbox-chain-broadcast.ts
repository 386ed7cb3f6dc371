import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import type { Codec, DecodedTransaction, SignedTransaction } from '../chains/types.ts';
import { verifyInputs } from '../chains/utxo/utxo.ts';
import type { BroadcastOutcome } from '../custody/ports.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { hasExpired, needsOf, tipOf } from './sandbox-chain-ledger.ts';
import {
  dropTxs,
  findTx,
  findTxs,
  insertTx,
  type KeptInput,
  lockChain,
  readChainAccount,
  type SandboxTransaction,
  type SandboxTxBody,
  spendersOf,
  waitingOf,
} from './sandbox-chain-store.ts';

/** For XRP and Stellar; the others start with 0. */
const FIRST_SEQUENCE: Partial<Record<Chain, bigint>> = { RIPPLE: 1n, STELLAR: 1n };

/** Returns the next sequence number of an account: in blocks, and including pending transactions. */
export async function sequencesOf(
  db: Queryable,
  chain: Chain,
  address: string,
): Promise<{ settled: bigint; next: bigint }> {
  const account = await readChainAccount(db, chain, address, chain);
  const first = FIRST_SEQUENCE[chain] ?? 0n;
  const settled = account && account.sequence > first ? account.sequence : first;
  const waiting = await waitingOf(db, chain, address);
  const next = waiting.reduce(
    (highest, { body }) =>
      body.sequence !== null && BigInt(body.sequence) >= highest ? BigInt(body.sequence) + 1n : highest,
    settled,
  );
  return { settled, next };
}

/** The cost of a transaction and those it replaces; or why it is refused. */
type Verdict =
  | { fee: bigint; inputs: KeptInput[]; replaced: readonly SandboxTransaction[] }
  | 'DEAD'
  | 'UNKNOWN';

/**
 * Accepts what the codec and this chain's state allow. UNKNOWN, and not stored: it may be accepted later, when
 * there is money for it, or its preceding transactions have arrived.
 */
export async function acceptTransaction(
  tx: Tx,
  codec: Codec,
  signed: SignedTransaction,
  at: Date,
): Promise<BroadcastOutcome> {
  const { chain } = codec;
  const decoded = decode(codec, signed);
  if (decoded === null) return 'DEAD';
  await lockChain(tx, chain);
  const known = await findTx(tx, chain, signed.txid);
  if (known && !known.dropped) return 'SENT';
  const tip = await tipOf(tx, chain, at);
  if (hasExpired(chain, decoded.expires, tip.height, at)) return 'DEAD';
  const verdict =
    decoded.from === null
      ? await judgeInputs(tx, chain, decoded, signed.raw)
      : await judgeAccount(tx, chain, decoded, decoded.from);
  if (typeof verdict === 'string') return verdict;
  await dropTxs(
    tx,
    verdict.replaced.map(({ id }) => id),
  );
  const body = bodyOf(decoded, verdict.inputs);
  await insertTx(tx, chain, { txid: signed.txid, raw: signed.raw, body, fee: verdict.fee });
  return 'SENT';
}

function decode(codec: Codec, { raw, txid }: SignedTransaction): DecodedTransaction | null {
  try {
    const decoded = codec.decode(raw);
    return decoded.txid === txid ? decoded : null;
  } catch {
    return null;
  }
}

const bodyOf = (
  { from, payments, sequence, expires }: DecodedTransaction,
  inputs: KeptInput[],
): SandboxTxBody => ({
  from,
  payments: payments.map(({ to, tag, asset, tokenType, amount }) => ({
    to,
    tag,
    asset,
    tokenType,
    contract: null,
    amount: amount.toString(),
  })),
  inputs,
  sequence: sequence === null ? null : sequence.toString(),
  expires,
});

async function judgeInputs(
  tx: Tx,
  chain: Chain,
  { inputs }: DecodedTransaction,
  raw: string,
): Promise<Verdict> {
  const parents = await findTxs(
    tx,
    chain,
    inputs.map(({ txid }) => txid),
  );
  const byTxid = new Map(parents.map((parent) => [parent.txid, parent]));
  const outputs = inputs.flatMap(({ txid, index }): KeptInput[] => {
    const payment = byTxid.get(txid)?.body.payments[index];
    return payment ? [{ txid, index, address: payment.to, amount: payment.amount }] : [];
  });
  const fee = feeOf(chain, raw, outputs);
  if (fee === null || fee <= 0n || outputs.length < inputs.length) return 'DEAD';
  const replaced = await spendersOf(tx, chain, inputs);
  // Replace by fee: a transaction in a block, or with at least the same fee, stays.
  if (replaced.some((other) => other.height !== null || other.fee >= fee)) return 'DEAD';
  return { fee, inputs: outputs, replaced };
}

/** Returns the fee; null: a signature or an amount is wrong. */
function feeOf(chain: Chain, raw: string, outputs: readonly KeptInput[]): bigint | null {
  const spent = outputs.map((output) => ({ ...output, amount: BigInt(output.amount) }));
  try {
    return verifyInputs(chain, 'main', raw, spent).fee;
  } catch {
    return null;
  }
}

async function judgeAccount(
  tx: Tx,
  chain: Chain,
  decoded: DecodedTransaction,
  from: string,
): Promise<Verdict> {
  const waiting = await waitingOf(tx, chain, from);
  const fee = costOf(chain, decoded.maxFee ?? 0n);
  const replaced: SandboxTransaction[] = [];
  if (decoded.sequence !== null) {
    const { settled, next } = await sequencesOf(tx, chain, from);
    if (decoded.sequence < settled) return 'DEAD';
    if (decoded.sequence > next) return 'UNKNOWN';
    const conflicting = waiting.find(({ body }) => body.sequence === decoded.sequence?.toString());
    if (conflicting && conflicting.fee >= fee) return 'DEAD';
    if (conflicting) replaced.push(conflicting);
  }
  const needs = needsOf(chain, bodyOf(decoded, []), fee);
  const promised = waiting
    .filter((other) => !replaced.includes(other))
    .reduce((sum, other) => sum + needsOf(chain, other.body, other.fee).coin, 0n);
  const has = (await readChainAccount(tx, chain, from, chain))?.balance ?? 0n;
  if (has < promised + needs.coin) return 'UNKNOWN';
  return { fee, inputs: [], replaced };
}

/** Gas is seldom used up. */
const costOf = (chain: Chain, maxFee: bigint): bigint =>
  CHAIN_INFO[chain].family === 'EVM' || chain === 'TRON' ? (maxFee * 3n) / 4n : maxFee;
