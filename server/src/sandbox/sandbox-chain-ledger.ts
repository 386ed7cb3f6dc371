import { createHash, randomBytes } from 'node:crypto';
import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import type { Queryable, Tx } from '../platform/database/database.ts';
import {
  addToBalances,
  type BalanceChange,
  deleteBlocks,
  findTip,
  insertBlocks,
  listPendingTxs,
  listTxsBetween,
  lockChain,
  markTxIncluded,
  markTxsDropped,
  readChainAccount,
  returnTxsToPending,
  type SandboxTransaction,
  type SandboxTxBody,
  type StoredBlock,
  saveSequence,
} from './sandbox-chain-store.ts';

/** Maximum transactions per block. */
const MAX_IN_BLOCK = 1_000;
const GENESIS: Pick<StoredBlock, 'height' | 'parentHash'> = { height: 1, parentHash: '' };

export const hasFinalBlocks = (chain: Chain): boolean =>
  ['XRPL', 'STELLAR', 'EOS', 'MULTIVERSX'].includes(CHAIN_INFO[chain].family);

/** Returns the newest block; creates the first one of a new chain. */
export async function getOrCreateTip(db: Queryable, chain: Chain, at: Date): Promise<StoredBlock> {
  const tip = await findTip(db, chain);
  if (tip) return tip;
  await insertBlocks(db, chain, [{ ...GENESIS, hash: hashParts(chain, 'genesis'), at }]);
  return (await findTip(db, chain)) as StoredBlock;
}

const hashParts = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('|')).digest('hex');

/** Makes blocks; the first one takes all pending transactions. */
export async function addBlocks(tx: Tx, chain: Chain, count: number, at: Date, empty = false): Promise<void> {
  await lockChain(tx, chain);
  let tip = await getOrCreateTip(tx, chain, at);
  const blocks: StoredBlock[] = [];
  while (blocks.length < count) {
    const height = tip.height + 1;
    const hash = hashParts(chain, height, tip.hash, randomBytes(16).toString('hex'));
    tip = { height, hash, parentHash: tip.hash, at };
    blocks.push(tip);
  }
  await insertBlocks(tx, chain, blocks);
  if (blocks[0] && !empty) await includePending(tx, chain, blocks[0]);
}

async function includePending(tx: Tx, chain: Chain, block: StoredBlock): Promise<void> {
  for (const pending of await listPendingTxs(tx, chain, MAX_IN_BLOCK)) {
    const outcome = await evaluateInBlock(tx, chain, pending, block);
    if (outcome === 'DROPPED') await markTxsDropped(tx, [pending.id]);
    else {
      await markTxIncluded(tx, pending.id, block.height, outcome === 'OK');
      await addToBalances(tx, chain, computeChanges(chain, { ...pending, ok: outcome === 'OK' }));
      if (pending.body.from !== null && pending.body.sequence !== null)
        await saveSequence(tx, chain, pending.body.from, BigInt(pending.body.sequence) + 1n);
    }
  }
}

export const hasExpired = (chain: Chain, expires: number | null, height: number, at: Date): boolean =>
  expires !== null && (chain === 'RIPPLE' ? height > expires : at.getTime() / 1000 > expires);

/**
 * Returns the outcome of a transaction in a block; a token that doesn't exist is detected by the contract, for a
 * fee.
 */
async function evaluateInBlock(
  tx: Tx,
  chain: Chain,
  { body, fee }: SandboxTransaction,
  { height, at }: StoredBlock,
): Promise<'OK' | 'FAILED' | 'DROPPED'> {
  if (hasExpired(chain, body.expires, height, at)) return 'DROPPED';
  if (body.from === null) return 'OK';
  const needs = computeNeeds(chain, body, fee);
  const coin = await readChainAccount(tx, chain, body.from, chain);
  if ((coin?.balance ?? 0n) < needs.coin) return 'DROPPED';
  if (needs.token === null) return 'OK';
  const token = await readChainAccount(tx, chain, body.from, needs.token.tokenType);
  return (token?.balance ?? 0n) < needs.token.amount ? 'FAILED' : 'OK';
}

/** Returns what a sender must own: of the chain's coin, and of a token. */
export function computeNeeds(
  chain: Chain,
  { payments }: SandboxTxBody,
  fee: bigint,
): { coin: bigint; token: { tokenType: string; amount: bigint } | null } {
  const sumAmounts = (payments: readonly { amount: string }[]) =>
    payments.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const coin = fee + sumAmounts(payments.filter(({ tokenType }) => tokenType === chain));
  const tokens = payments.filter(({ tokenType }) => tokenType !== chain);
  const tokenType = tokens[0]?.tokenType;
  const token = tokenType ? { tokenType, amount: sumAmounts(tokens) } : null;
  return { coin, token };
}

/** Returns the balance changes; for a failed one the fee alone. */
function computeChanges(
  chain: Chain,
  { body, fee, ok }: Pick<SandboxTransaction, 'body' | 'fee' | 'ok'>,
): BalanceChange[] {
  const changes: BalanceChange[] = [];
  const addChange = (address: string, tokenType: string, by: bigint) =>
    changes.push({ address, tokenType, by });
  for (const { to, tokenType, contract, amount } of ok ? body.payments : []) {
    addChange(to, tokenType ?? contract ?? '', BigInt(amount));
    if (body.from !== null) addChange(body.from, tokenType ?? contract ?? '', -BigInt(amount));
  }
  for (const { address, amount } of body.inputs) addChange(address, chain, -BigInt(amount));
  if (body.from !== null) addChange(body.from, chain, -fee);
  return changes;
}

/** Removes the newest blocks; their transactions are pending again, or dropped. False: there are fewer blocks. */
export async function removeBlocks(tx: Tx, chain: Chain, depth: number, drop: boolean): Promise<boolean> {
  await lockChain(tx, chain);
  const tip = await findTip(tx, chain);
  const above = (tip?.height ?? 0) - depth;
  if (above < GENESIS.height) return false;
  const undone = await listTxsBetween(tx, chain, above + 1, above + depth);
  const reverseChanges = undone
    .flatMap((undoneTx) => computeChanges(chain, undoneTx))
    .map((change) => ({ ...change, by: -change.by }));
  await addToBalances(tx, chain, reverseChanges);
  for (const { body } of undone.toReversed())
    if (body.from !== null && body.sequence !== null)
      await saveSequence(tx, chain, body.from, BigInt(body.sequence));
  await returnTxsToPending(tx, chain, above, drop);
  await deleteBlocks(tx, chain, above);
  return true;
}
