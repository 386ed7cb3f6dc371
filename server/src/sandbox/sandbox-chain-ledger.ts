import { createHash, randomBytes } from 'node:crypto';
import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import type { Queryable, Tx } from '../platform/database/database.ts';
import {
  addToBalances,
  type BalanceChange,
  deleteBlocks,
  dropTxs,
  includeTx,
  insertBlock,
  type KeptBlock,
  lockChain,
  readChainAccount,
  readTip,
  type SandboxTransaction,
  type SandboxTxBody,
  setSequence,
  txsBetween,
  unmineTxs,
  waitingTxs,
} from './sandbox-chain-store.ts';

/** Maximum transactions per block. */
const MAX_IN_BLOCK = 1_000;
const GENESIS: Pick<KeptBlock, 'height' | 'parentHash'> = { height: 1, parentHash: '' };

export const isFinal = (chain: Chain): boolean =>
  ['XRPL', 'STELLAR', 'EOS', 'MULTIVERSX'].includes(CHAIN_INFO[chain].family);

/** Returns the newest block; creates the first one of a new chain. */
export async function tipOf(db: Queryable, chain: Chain, at: Date): Promise<KeptBlock> {
  const tip = await readTip(db, chain);
  if (tip) return tip;
  await insertBlock(db, chain, { ...GENESIS, hash: hashOf(chain, 'genesis'), at });
  return (await readTip(db, chain)) as KeptBlock;
}

const hashOf = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('|')).digest('hex');

/** Makes blocks; the first one takes all pending transactions. */
export async function addBlocks(tx: Tx, chain: Chain, count: number, at: Date, empty = false): Promise<void> {
  await lockChain(tx, chain);
  let tip = await tipOf(tx, chain, at);
  for (let i = 0; i < count; i += 1) {
    const height = tip.height + 1;
    const hash = hashOf(chain, height, tip.hash, randomBytes(16).toString('hex'));
    tip = { height, hash, parentHash: tip.hash, at };
    await insertBlock(tx, chain, tip);
    if (i === 0 && !empty) await includeWaiting(tx, chain, tip);
  }
}

async function includeWaiting(tx: Tx, chain: Chain, block: KeptBlock): Promise<void> {
  for (const one of await waitingTxs(tx, chain, MAX_IN_BLOCK)) {
    const fate = await judge(tx, chain, one, block);
    if (fate === 'DROPPED') await dropTxs(tx, [one.id]);
    else {
      await includeTx(tx, one.id, block.height, fate === 'OK');
      await addToBalances(tx, chain, changesOf(chain, { ...one, ok: fate === 'OK' }));
      if (one.body.from !== null && one.body.sequence !== null)
        await setSequence(tx, chain, one.body.from, BigInt(one.body.sequence) + 1n);
    }
  }
}

export const hasExpired = (chain: Chain, expires: number | null, height: number, at: Date): boolean =>
  expires !== null && (chain === 'RIPPLE' ? height > expires : at.getTime() / 1000 > expires);

/**
 * Returns the outcome of a transaction in a block; a token that doesn't exist is detected by the contract, for a
 * fee.
 */
async function judge(
  tx: Tx,
  chain: Chain,
  { body, fee }: SandboxTransaction,
  { height, at }: KeptBlock,
): Promise<'OK' | 'FAILED' | 'DROPPED'> {
  if (hasExpired(chain, body.expires, height, at)) return 'DROPPED';
  if (body.from === null) return 'OK';
  const needs = needsOf(chain, body, fee);
  const coin = await readChainAccount(tx, chain, body.from, chain);
  if ((coin?.balance ?? 0n) < needs.coin) return 'DROPPED';
  if (needs.token === null) return 'OK';
  const token = await readChainAccount(tx, chain, body.from, needs.token.tokenType);
  return (token?.balance ?? 0n) < needs.token.amount ? 'FAILED' : 'OK';
}

/** Returns what a sender must own: of the chain's coin, and of a token. */
export function needsOf(
  chain: Chain,
  { payments }: SandboxTxBody,
  fee: bigint,
): { coin: bigint; token: { tokenType: string; amount: bigint } | null } {
  const sumOf = (some: readonly { amount: string }[]) =>
    some.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const coin = fee + sumOf(payments.filter(({ tokenType }) => tokenType === chain));
  const tokens = payments.filter(({ tokenType }) => tokenType !== chain);
  const tokenType = tokens[0]?.tokenType;
  const token = tokenType ? { tokenType, amount: sumOf(tokens) } : null;
  return { coin, token };
}

/** Returns the balance changes; for a failed one the fee alone. */
function changesOf(
  chain: Chain,
  { body, fee, ok }: Pick<SandboxTransaction, 'body' | 'fee' | 'ok'>,
): BalanceChange[] {
  const changes: BalanceChange[] = [];
  const add = (address: string, tokenType: string, by: bigint) => changes.push({ address, tokenType, by });
  for (const { to, tokenType, contract, amount } of ok ? body.payments : []) {
    add(to, tokenType ?? contract ?? '', BigInt(amount));
    if (body.from !== null) add(body.from, tokenType ?? contract ?? '', -BigInt(amount));
  }
  for (const { address, amount } of body.inputs) add(address, chain, -BigInt(amount));
  if (body.from !== null) add(body.from, chain, -fee);
  return changes;
}

/** Removes the newest blocks; their transactions are pending again, or dropped. False: there are fewer blocks. */
export async function removeBlocks(tx: Tx, chain: Chain, depth: number, drop: boolean): Promise<boolean> {
  await lockChain(tx, chain);
  const tip = await readTip(tx, chain);
  const above = (tip?.height ?? 0) - depth;
  if (above < GENESIS.height) return false;
  const undone = await txsBetween(tx, chain, above + 1, above + depth);
  const back = undone
    .flatMap((one) => changesOf(chain, one))
    .map((change) => ({ ...change, by: -change.by }));
  await addToBalances(tx, chain, back);
  for (const { body } of undone.toReversed())
    if (body.from !== null && body.sequence !== null)
      await setSequence(tx, chain, body.from, BigInt(body.sequence));
  await unmineTxs(tx, chain, above, drop);
  await deleteBlocks(tx, chain, above);
  return true;
}
