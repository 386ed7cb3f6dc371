import type { Chain } from '@sarraf/domain';
import { coalesceConcurrentCalls } from '../../platform/jobs/together.ts';
import { runChainLoop } from '../chain-loop.ts';
import type { CustodyContext } from '../deps.ts';
import type { ChainNode } from '../ports.ts';
import { isHalted } from '../scanning/forks.ts';
import { type BumpMemory, bumpFees } from './bump-fees.ts';
import { readKillSwitch } from './kill-switch.ts';
import type { Outgoing } from './outgoing-store.ts';
import { signClaim } from './send-claim.ts';
import {
  claimNext,
  findChainsToSend,
  listOpenTransactions,
  reclaimDueOrders,
  recordPendingReason,
} from './send-store.ts';
import { broadcast, MAX_OPEN_TRANSACTIONS, trackTransactions } from './track-transactions.ts';

export interface Sender {
  /** Starts one loop per chain. */
  start(): Promise<void>;
  /** Waits for the running steps to end. */
  stop(): Promise<void>;
  /** Runs one step of a chain: tracks sent transactions, sends waiting orders. */
  sendOnce(chain: Chain): Promise<void>;
}

/** Claims per step; then sent transactions are tracked again. */
const MAX_CLAIMS = 20;

/**
 * Sends for every chain that is switched on, in the ledger writer process: a process that sleeps past its lease
 * holds nothing that the next one would wait for. Two senders may overlap for a moment; their writes are safe then
 * too.
 */
export function createSender(context: CustodyContext): Sender {
  const stopping = new AbortController();
  /** Serializes the steps of a chain. */
  const pendingSteps = new Map<Chain, Promise<void>>();
  const bumps: BumpMemory = new Map();
  let loops: Promise<void>[] = [];
  /** Without outgoing orders, the kill switch need not be read. */
  const readChainsToSend = coalesceConcurrentCalls(() => findChainsToSend(context.db));

  function step(chain: Chain): Promise<void> {
    const node = context.nodes.get(chain);
    if (!node) return Promise.resolve();
    const current = (pendingSteps.get(chain) ?? Promise.resolve()).then(() =>
      runSendStep(context, node, stopping.signal, bumps),
    );
    pendingSteps.set(
      chain,
      current.catch(() => {}),
    );
    return current;
  }

  const runLoop = ({ chain }: ChainNode): Promise<void> =>
    runChainLoop(context, stopping.signal, {
      async step() {
        if (context.ledger.isWriter() && (await readChainsToSend()).has(chain)) await step(chain);
      },
      async onFailure(err, pause) {
        context.log.warn({ area: 'custody', chain, err, pause }, 'sending interrupted');
        await recordPendingReason(context.db, chain, 'NODE_AWAY').catch(() => {});
      },
    });

  return {
    async start() {
      loops = [...context.nodes.values()].map(runLoop);
    },
    async stop() {
      stopping.abort();
      await Promise.all([...loops, ...pendingSteps.values()]);
    },
    sendOnce: step,
  };
}

async function runSendStep(
  context: CustodyContext,
  node: ChainNode,
  signal: AbortSignal,
  bumps: BumpMemory,
): Promise<void> {
  const { chain } = node;
  // Its node may serve another chain: a transaction unknown to it may be on ours.
  if (await isHalted(context.db, chain)) return;
  let openCount = await trackTransactions(context, node);
  if (openCount > 0) await bumpFees(context, node, bumps);
  for (let claims = 0; claims < MAX_CLAIMS && openCount < MAX_OPEN_TRANSACTIONS; claims += 1) {
    if (signal.aborted || !context.ledger.isWriter()) return;
    if ((await readKillSwitch(context.db)) !== null || (await isHalted(context.db, chain))) return;
    const claim = await takeNextClaim(context, chain);
    if (claim.orders.length === 0) return;
    if (!(await signClaim(context, node, claim.orders, claim.fresh))) continue;
    openCount += 1;
    for (const transaction of await listOpenTransactions(context.db, chain, MAX_OPEN_TRANSACTIONS))
      if (transaction.state === 'SIGNED') await broadcast(context, node, transaction);
  }
}

/** Handles the claims of a crash or a lost reply first: their bytes may exist. */
async function takeNextClaim(
  context: CustodyContext,
  chain: Chain,
): Promise<{ orders: Outgoing[]; fresh: boolean }> {
  const interrupted = await reclaimDueOrders(context.db, chain, context.now());
  if (interrupted.length > 0) return { orders: interrupted, fresh: false };
  return { orders: await claimNext(context.db, chain, context.now()), fresh: true };
}
