import { createHash, randomBytes } from 'node:crypto';
import { AppError, CHAIN_INFO, CHAINS, type Chain, resolveDestination } from '@sarraf/domain';
import type { Codec } from '../chains/types.ts';
import { stripWitness } from '../chains/utxo/utxo-previous.ts';
import type {
  ChainNode,
  IncomingPayment,
  PlanRequest,
  SandboxChains,
  SandboxChainView,
} from '../custody/ports.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import { coalesceConcurrentCalls } from '../platform/jobs/together.ts';
import { acceptTransaction, readSequences } from './sandbox-chain-broadcast.ts';
import { addBlocks, getOrCreateTip, hasFinalBlocks, removeBlocks } from './sandbox-chain-ledger.ts';
import { createFaucetTransaction } from './sandbox-chain-mint.ts';
import { planSandboxTransaction } from './sandbox-chain-plans.ts';
import {
  findChainsWithPending,
  findSandboxTx,
  findTips,
  findUnsettledChains,
  insertBalance,
  insertSandboxTx,
  listPendingTxs,
  listTxsBetween,
  lockChain,
  readChainAccount,
  readOverview,
  readRawTransactions,
  readSandboxBlocks,
  type SandboxTransaction,
} from './sandbox-chain-store.ts';

export interface SandboxChainOptions {
  db: Db;
  clock: Clock;
  codecOf(chain: Chain): Codec;
  /** Pause between two blocks while transactions wait. */
  blockMs?: number;
  /** Whether this process makes the blocks; unset: it does. */
  isActive?: () => boolean;
}

export interface SandboxChainControls extends SandboxChains {
  nodes: ReadonlyMap<Chain, ChainNode>;
  /** Mints a transaction with any payments; it waits for a block. Returns the txid. */
  mintPayments(chain: Chain, payments: readonly Omit<IncomingPayment, 'txid' | 'index'>[]): Promise<string>;
  /** Gives an address without a history its own coins, once; on UTXO chains as outputs that wait for a block. */
  grantInitialCoins(chain: Chain, address: string, tokenType: string, amount: bigint): Promise<void>;
  /** Makes blocks automatically while transactions wait for them. */
  start(): void;
  stop(): Promise<void>;
}

const BLOCK_MS = 5_000;
/** Number of blocks made on top of a transaction; no network of the sandbox needs more. */
const CONFIRMING_BLOCKS = 7;
const MAX_WAITING = 500;
/** Change returns with a block: with a single output, one withdrawal would wait for the other. */
const ENDOWED_OUTPUTS = 20n;

/** The fifteen chains, each with the rules of its real one, in their own tables. */
export function createSandboxChains({
  db,
  clock,
  codecOf,
  blockMs = BLOCK_MS,
  isActive = () => true,
}: SandboxChainOptions): SandboxChainControls {
  const now = () => new Date(clock.now());
  let timer: NodeJS.Timeout | null = null;
  let lastRun: Promise<void> = Promise.resolve();
  const shared: SharedQueries = {
    readTips: coalesceConcurrentCalls(() => findTips(db, CHAINS)),
    findPendingChains: coalesceConcurrentCalls(() => findChainsWithPending(db, CHAINS)),
  };

  async function readView(chain: Chain): Promise<SandboxChainView> {
    const view = (await readOverview(db)).get(chain);
    return { chain, height: view?.height ?? 0, waiting: view?.waiting ?? 0 };
  }

  function pay(chain: Chain, payments: readonly Omit<IncomingPayment, 'txid' | 'index'>[]): Promise<string> {
    const { txid, raw } = createFaucetTransaction(chain, payments, randomBytes(32));
    const storedPayments = payments.map(({ amount, ...payment }) => ({
      ...payment,
      amount: amount.toString(),
    }));
    const body = { from: null, payments: storedPayments, inputs: [], sequence: null, expires: null };
    return db.transaction().execute(async (tx) => {
      await lockChain(tx, chain);
      await getOrCreateTip(tx, chain, now());
      await insertSandboxTx(tx, chain, { txid, raw, body, fee: 0n });
      return txid;
    });
  }

  async function makeDueBlocks(): Promise<void> {
    if (!isActive()) return;
    for (const chain of await findUnsettledChains(db, CONFIRMING_BLOCKS))
      await db.transaction().execute((tx) => addBlocks(tx, chain, 1, now()));
  }

  const runAndSchedule = () => {
    // The database may be unreachable for a moment: the next run retries.
    lastRun = makeDueBlocks().catch(() => {});
    void lastRun.then(() => {
      if (timer !== null) timer = setTimeout(runAndSchedule, blockMs);
    });
  };

  return {
    nodes: new Map(
      CHAINS.map((chain) => [chain, createSandboxNode({ db, now, codec: codecOf(chain), shared })]),
    ),
    mintPayments: pay,
    grantInitialCoins: (chain, address, tokenType, amount) =>
      CHAIN_INFO[chain].family === 'UTXO'
        ? endowOutputs(db, now(), chain, address, amount)
        : insertBalance(db, chain, { address, tokenType, by: amount }),
    async readOverview() {
      const views = await readOverview(db);
      return CHAINS.map((chain) => ({ chain, height: 0, waiting: 0, ...views.get(chain) }));
    },
    async sendFromFaucet(chain, { asset, tokenType, address, tag, amount }) {
      if (amount <= 0n) throw new AppError('UNACCEPTABLE_AMOUNT');
      const parsed = resolveDestination(asset, tokenType, { address, tag: tag ?? '' });
      if (parsed.error !== null) throw new AppError('INVALID_ADDRESS');
      const payment = { to: parsed.address, tag: parsed.tag };
      return pay(chain, [{ ...payment, asset, tokenType, contract: null, amount }]);
    },
    async makeBlocks(chain, count) {
      await db.transaction().execute((tx) => addBlocks(tx, chain, count, now()));
      return readView(chain);
    },
    async reorg(chain, depth, drop) {
      if (hasFinalBlocks(chain)) return null;
      const done = await db.transaction().execute(async (tx) => {
        if (!(await removeBlocks(tx, chain, depth, drop))) return false;
        // A fork wins by being longer.
        await addBlocks(tx, chain, depth + 1, now(), true);
        return true;
      });
      return done ? readView(chain) : null;
    },
    start() {
      timer = setTimeout(runAndSchedule, blockMs);
    },
    async stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await lastRun;
    },
  };
}

/** Pays an address in equal parts, once. */
async function endowOutputs(db: Db, now: Date, chain: Chain, to: string, amount: bigint): Promise<void> {
  const { coin: asset } = CHAIN_INFO[chain];
  const part = amount / ENDOWED_OUTPUTS;
  const payment = { to, tag: null, asset, tokenType: chain, contract: null, amount: part };
  const outputs = Array.from({ length: Number.parseInt(ENDOWED_OUTPUTS.toString(), 10) }, () => payment);
  const seed = createHash('sha256').update(`endowment|${chain}|${to}`).digest();
  const { txid, raw } = createFaucetTransaction(chain, outputs, seed);
  const payments = outputs.map((output) => ({ ...output, amount: part.toString() }));
  await db.transaction().execute(async (tx) => {
    await lockChain(tx, chain);
    await getOrCreateTip(tx, chain, now);
    if ((await findSandboxTx(tx, chain, txid)) !== null) return;
    const body = { from: null, payments, inputs: [], sequence: null, expires: null };
    await insertSandboxTx(tx, chain, { txid, raw, body, fee: 0n });
  });
}

/** Returns the previous transactions, as hashed, by txid. */
async function readPreviousRaws(
  db: Db,
  chain: Chain,
  { unspent, bump }: PlanRequest,
): Promise<Map<string, string>> {
  if (CHAIN_INFO[chain].family !== 'UTXO') return new Map();
  const txids = new Set([...unspent, ...(bump?.inputs ?? [])].map(({ txid }) => txid));
  const raws = await readRawTransactions(db, chain, [...txids]);
  return new Map([...raws].map(([txid, raw]) => [txid, stripWitness(chain, raw)]));
}

/** Returns all payments of a transaction; none of a failed one. */
const toIncomingPayments = ({ txid, body, ok }: SandboxTransaction): IncomingPayment[] =>
  ok
    ? body.payments.map((payment, index) => ({ ...payment, txid, index, amount: BigInt(payment.amount) }))
    : [];

/** Data that every chain's poll needs, queried once for concurrent callers. */
interface SharedQueries {
  readTips(): Promise<Awaited<ReturnType<typeof findTips>>>;
  findPendingChains(): Promise<ReadonlySet<string>>;
}

interface NodeOptions {
  db: Db;
  now(): Date;
  codec: Codec;
  shared: SharedQueries;
}

function createSandboxNode({ db, now, codec, shared }: NodeOptions): ChainNode {
  const { chain } = codec;
  return {
    chain,
    async head() {
      const { height } = (await shared.readTips()).get(chain) ?? (await getOrCreateTip(db, chain, now()));
      return { height, final: hasFinalBlocks(chain) ? height : null };
    },
    async blocks(from, to) {
      // One snapshot, or a fork could come between reading the blocks and their transactions.
      const [blocks, txs] = await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(
          async (tx) =>
            [
              await readSandboxBlocks(tx, chain, from, to),
              await listTxsBetween(tx, chain, from, to),
            ] as const,
        );
      return blocks.map((block) => ({
        ...block,
        parentHash: hasFinalBlocks(chain) ? null : block.parentHash,
        incoming: txs.filter(({ height }) => height === block.height).flatMap(toIncomingPayments),
      }));
    },
    async waiting() {
      if (!(await shared.findPendingChains()).has(chain)) return [];
      return (await listPendingTxs(db, chain, MAX_WAITING)).flatMap(toIncomingPayments);
    },
    async transaction(txid) {
      const found = await findSandboxTx(db, chain, txid);
      return found && !found.dropped ? { incoming: toIncomingPayments(found), height: found.height } : null;
    },
    async find(txid) {
      const found = await findSandboxTx(db, chain, txid);
      if (!found || found.dropped) return { state: 'UNKNOWN' };
      const { height, ok, fee } = found;
      if (height === null) return { state: 'WAITING' };
      const [block] = await readSandboxBlocks(db, chain, height, height);
      return { state: 'INCLUDED', height, blockHash: block?.hash ?? '', ok, fee };
    },
    async plan(request) {
      const to = request.payments[0]?.to ?? '';
      const { next } = await readSequences(db, chain, request.sender);
      const isKnownAccount = (await readChainAccount(db, chain, to, chain)) !== null;
      const tip = await getOrCreateTip(db, chain, now());
      const raws = await readPreviousRaws(db, chain, request);
      return planSandboxTransaction(chain, request, {
        tip,
        sequence: next,
        isKnownAccount,
        now: now().getTime(),
        raws,
      });
    },
    broadcast: (signed) => db.transaction().execute((tx) => acceptTransaction(tx, codec, signed, now())),
    balance: async (address, _asset, tokenType) =>
      (await readChainAccount(db, chain, address, tokenType))?.balance ?? 0n,
    async isExpired(expires) {
      if (chain === 'RIPPLE') return (await getOrCreateTip(db, chain, now())).height > expires;
      return now().getTime() / 1000 > expires;
    },
  };
}
