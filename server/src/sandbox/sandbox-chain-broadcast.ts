import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import type { Codec, DecodedTransaction, SignedTransaction } from '../chains/types.ts';
import { verifyInputs } from '../chains/utxo/utxo.ts';
import type { BroadcastOutcome } from '../custody/ports.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { computeNeeds, getOrCreateTip, hasExpired } from './sandbox-chain-ledger.ts';
import {
  findSandboxTx,
  findSandboxTxs,
  findSpenders,
  insertSandboxTx,
  listPendingOfSender,
  lockChain,
  markTxsDropped,
  readChainAccount,
  type SandboxTransaction,
  type SandboxTxBody,
  type StoredInput,
} from './sandbox-chain-store.ts';

/** For XRP and Stellar; the others start with 0. */
const FIRST_SEQUENCE: Partial<Record<Chain, bigint>> = { RIPPLE: 1n, STELLAR: 1n };

/** Returns the next sequence number of an account: in blocks, and including pending transactions. */
export async function readSequences(
  db: Queryable,
  chain: Chain,
  address: string,
): Promise<{ settled: bigint; next: bigint }> {
  const account = await readChainAccount(db, chain, address, chain);
  const first = FIRST_SEQUENCE[chain] ?? 0n;
  const settled = account && account.sequence > first ? account.sequence : first;
  const pending = await listPendingOfSender(db, chain, address);
  const next = pending.reduce(
    (highest, { body }) =>
      body.sequence !== null && BigInt(body.sequence) >= highest ? BigInt(body.sequence) + 1n : highest,
    settled,
  );
  return { settled, next };
}

/** The cost of a transaction and those it replaces; or why it is refused. */
type AcceptanceVerdict =
  | { fee: bigint; inputs: StoredInput[]; replaced: readonly SandboxTransaction[] }
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
  const decoded = decodeSigned(codec, signed);
  if (decoded === null) return 'DEAD';
  await lockChain(tx, chain);
  const existing = await findSandboxTx(tx, chain, signed.txid);
  if (existing && !existing.dropped) return 'SENT';
  const tip = await getOrCreateTip(tx, chain, at);
  if (hasExpired(chain, decoded.expires, tip.height, at)) return 'DEAD';
  const verdict =
    decoded.from === null
      ? await evaluateInputs(tx, chain, decoded, signed.raw)
      : await evaluateAccount(tx, chain, decoded, decoded.from);
  if (typeof verdict === 'string') return verdict;
  await markTxsDropped(
    tx,
    verdict.replaced.map(({ id }) => id),
  );
  const body = toTxBody(decoded, verdict.inputs);
  await insertSandboxTx(tx, chain, { txid: signed.txid, raw: signed.raw, body, fee: verdict.fee });
  return 'SENT';
}

function decodeSigned(codec: Codec, { raw, txid }: SignedTransaction): DecodedTransaction | null {
  try {
    const decoded = codec.decode(raw);
    return decoded.txid === txid ? decoded : null;
  } catch {
    return null;
  }
}

const toTxBody = (
  { from, payments, sequence, expires }: DecodedTransaction,
  inputs: StoredInput[],
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

async function evaluateInputs(
  tx: Tx,
  chain: Chain,
  { inputs }: DecodedTransaction,
  raw: string,
): Promise<AcceptanceVerdict> {
  const parents = await findSandboxTxs(
    tx,
    chain,
    inputs.map(({ txid }) => txid),
  );
  const byTxid = new Map(parents.map((parent) => [parent.txid, parent]));
  const outputs = inputs.flatMap(({ txid, index }): StoredInput[] => {
    const payment = byTxid.get(txid)?.body.payments[index];
    return payment ? [{ txid, index, address: payment.to, amount: payment.amount }] : [];
  });
  const fee = computeFee(chain, raw, outputs);
  if (fee === null || fee <= 0n || outputs.length < inputs.length) return 'DEAD';
  const replaced = await findSpenders(tx, chain, inputs);
  // Replace by fee: a transaction in a block, or with at least the same fee, stays.
  if (replaced.some((other) => other.height !== null || other.fee >= fee)) return 'DEAD';
  return { fee, inputs: outputs, replaced };
}

/** Returns the fee; null: a signature or an amount is wrong. */
function computeFee(chain: Chain, raw: string, outputs: readonly StoredInput[]): bigint | null {
  const spent = outputs.map((output) => ({ ...output, amount: BigInt(output.amount) }));
  try {
    return verifyInputs(chain, 'main', raw, spent).fee;
  } catch {
    return null;
  }
}

async function evaluateAccount(
  tx: Tx,
  chain: Chain,
  decoded: DecodedTransaction,
  sender: string,
): Promise<AcceptanceVerdict> {
  const pending = await listPendingOfSender(tx, chain, sender);
  const fee = actualFee(chain, decoded.maxFee ?? 0n);
  const replaced: SandboxTransaction[] = [];
  if (decoded.sequence !== null) {
    const { settled, next } = await readSequences(tx, chain, sender);
    if (decoded.sequence < settled) return 'DEAD';
    if (decoded.sequence > next) return 'UNKNOWN';
    const conflicting = pending.find(({ body }) => body.sequence === decoded.sequence?.toString());
    if (conflicting && conflicting.fee >= fee) return 'DEAD';
    if (conflicting) replaced.push(conflicting);
  }
  const needs = computeNeeds(chain, toTxBody(decoded, []), fee);
  const reserved = pending
    .filter((other) => !replaced.includes(other))
    .reduce((sum, other) => sum + computeNeeds(chain, other.body, other.fee).coin, 0n);
  const balance = (await readChainAccount(tx, chain, sender, chain))?.balance ?? 0n;
  if (balance < reserved + needs.coin) return 'UNKNOWN';
  return { fee, inputs: [], replaced };
}

/** Gas is seldom used up. */
const actualFee = (chain: Chain, maxFee: bigint): bigint =>
  CHAIN_INFO[chain].family === 'EVM' || chain === 'TRON' ? (maxFee * 3n) / 4n : maxFee;
