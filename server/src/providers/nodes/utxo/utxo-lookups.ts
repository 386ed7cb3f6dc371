/** Blocks, transactions and pending transactions of a node of the Bitcoin family. */
import { getField } from '../../prices/price-http.ts';
import { createCallTimeout, type Rpc, RpcError } from './utxo-rpc.ts';
import { type NodeTx, parseInteger, parseTx, parseUtxoBlock, parseUtxoHash } from './utxo-transform.ts';

/** Each block has a timeout of 20 s, so that any number can be read after a standstill. */
export function createUtxoBlockReader(rpc: Rpc) {
  /** Dogecoin Core 1.14 and bcoin return ids only, and refuse a number as a boolean parameter. */
  let idsOnly = false;

  async function readBlock(hash: string) {
    const signal = createCallTimeout();
    const rawBlock = await getBlock(hash, signal);
    const block = parseUtxoBlock(rawBlock);
    // The genesis transaction is in no index and can't be spent.
    if (block.parentHash === null) return { ...block, transactions: [] };
    const completeTransactions = block.transactions.filter((tx) => typeof tx !== 'string');
    const ids = block.transactions.filter((tx) => typeof tx === 'string');
    const fetched = await lookUpTransactions(rpc, ids, signal);
    if (fetched.length !== ids.length)
      throw new Error(`block ${hash} has transactions the node doesn't know`);
    return { ...block, transactions: [...completeTransactions.map(parseTx), ...fetched] };
  }

  async function getBlock(hash: string, signal: AbortSignal): Promise<unknown> {
    if (idsOnly) return rpc.call('getblock', [hash, true], signal);
    try {
      return await rpc.call('getblock', [hash, 2], signal);
    } catch (error) {
      if (!(error instanceof RpcError) || !WRONG_TYPE.has(error.code)) throw error;
      const rawBlock = await rpc.call('getblock', [hash, true], signal);
      idsOnly = true;
      return rawBlock;
    }
  }

  return async (from: number, to: number) => {
    const heights = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => [from + i]);
    const hashes = (await rpc.batch('getblockhash', heights, createCallTimeout()))
      .map(resultOrThrow)
      .map(parseUtxoHash);
    const blocks: Awaited<ReturnType<typeof readBlock>>[] = [];
    for (const hash of hashes) {
      const block = await readBlock(hash);
      const before = blocks.at(-1);
      if (before && block.parentHash !== before.hash) throw new Error('the chain changed while it was read');
      blocks.push(block);
    }
    return blocks;
  };
}

/** RPC_MISC_ERROR and RPC_TYPE_ERROR: errors for a parameter of another type. */
const WRONG_TYPE: ReadonlySet<number> = new Set([-1, -3]);

export function resultOrThrow(result: unknown | RpcError): unknown {
  if (result instanceof RpcError) throw result;
  return result;
}

/** Returns transactions by id; those unknown to the node are omitted. */
export async function lookUpTransactions(
  rpc: Rpc,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<NodeTx[]> {
  const results = await rpc.batch(
    'getrawtransaction',
    ids.map((txid) => [txid, true]),
    signal,
  );
  return results.flatMap((result) => (isUnknownTransaction(result) ? [] : [parseTx(resultOrThrow(result))]));
}

/**
 * Whether the node reports that the transaction doesn't exist: RPC_INVALID_ADDRESS_OR_KEY, of bcoin RPC_MISC_ERROR.
 * Throws if it only reports that it has no index, or is still building it.
 */
function isUnknownTransaction(result: unknown | RpcError): boolean {
  if (!(result instanceof RpcError)) return false;
  if (/-txindex|being indexed/.test(result.message)) throw result;
  return result.code === -5 || (result.code === -1 && /not found/i.test(result.message));
}

/** New transactions read per poll of the pool, and those returned together. */
const MAX_NEW = 500;
const MAX_RECENT = 5_000;
const RECENT_MS = 120_000;

/**
 * Returns pool transactions first read within the last two minutes: the whole pool would be a hundred thousand, and
 * each needs to be reported only once. If one poll can't read all, the newest are read first.
 */
export function createPoolReader(rpc: Rpc) {
  let previousPool: ReadonlySet<string> = new Set();
  const readTxids = new Set<string>();
  let recent: { tx: NodeTx; at: number }[] = [];

  async function readNew(pool: ReadonlySet<string>, signal: AbortSignal): Promise<NodeTx[]> {
    const unread = [...pool].filter((txid) => !readTxids.has(txid));
    const isNew = (txid: string) => !previousPool.has(txid);
    const chosen = [...unread.filter(isNew), ...unread.filter((txid) => !isNew(txid))].slice(0, MAX_NEW);
    previousPool = pool;
    const newTransactions = await lookUpTransactions(rpc, chosen, signal);
    for (const txid of chosen) readTxids.add(txid);
    return newTransactions;
  }

  return async (): Promise<NodeTx[]> => {
    const signal = createCallTimeout();
    const rawPool = await rpc.call('getrawmempool', [], signal);
    if (!Array.isArray(rawPool)) throw new Error('not a list of transactions');
    const pool = new Set(rawPool.map(parseUtxoHash));
    for (const txid of readTxids) if (!pool.has(txid)) readTxids.delete(txid);
    const newTransactions = await readNew(pool, signal);
    const now = performance.now();
    recent = [...recent, ...newTransactions.map((tx) => ({ tx, at: now }))]
      .filter(({ tx, at }) => pool.has(tx.txid) && now - at < RECENT_MS)
      .slice(-MAX_RECENT);
    return recent.map(({ tx }) => tx);
  };
}

interface LocatedTransaction {
  tx: NodeTx;
  /** Null: pending. */
  block: { height: number; hash: string } | null;
}

/** Null: neither in the pool nor in the current chain. */
export async function locateTransaction(
  rpc: Rpc,
  txid: string,
  signal: AbortSignal,
): Promise<LocatedTransaction | null> {
  if (!/^[0-9a-f]{64}$/.test(txid)) return null;
  const [tx] = await lookUpTransactions(rpc, [txid], signal);
  if (!tx) return null;
  if (tx.blockHash === null) return { tx, block: null };
  const header = await rpc.call('getblockheader', [tx.blockHash, true], signal);
  // The index still contains orphaned blocks, with -1 confirmations.
  if (parseInteger(getField(header, 'confirmations')) < 1) return null;
  return { tx, block: { height: parseInteger(getField(header, 'height')), hash: tx.blockHash } };
}
