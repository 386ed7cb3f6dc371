import type { Chain } from '@sarraf/domain';
import { coalesceConcurrentCalls } from '../../platform/jobs/together.ts';
import { runChainLoop } from '../chain-loop.ts';
import { findDueChains } from '../deposits/deposit-store.ts';
import { notifyDepositOwners } from '../deposits/notify-owners.ts';
import { settleDeposits } from '../deposits/settle-deposits.ts';
import type { CustodyContext } from '../deps.ts';
import type { ChainNode } from '../ports.ts';
import { type ChainCursor, listCursors } from './cursor-store.ts';
import { scanChain } from './scan-chain.ts';
import { createScanMemory } from './unmined.ts';

export interface Scanner {
  start(): void;
  stop(): Promise<void>;
  /** Scans a chain once and settles its deposits; for tests and the sandbox's button. */
  scanOnce(chain: Chain): Promise<void>;
}

/** Scans every chain that is switched on, one loop each, in the ledger writer process. */
export function createScanner(context: CustodyContext): Scanner {
  const memories = new Map([...context.nodes.keys()].map((chain) => [chain, createScanMemory()]));
  const stopping = new AbortController();
  let loops: Promise<void>[] = [];

  const { db } = context;
  /** Most chains have no new block: cursors and due deposits of all chains are read in one query. */
  const readOverview = coalesceConcurrentCalls(async () => {
    const [cursors, due] = [await listCursors(db), await findDueChains(db)];
    const cursorsByChain = new Map<string, ChainCursor>(cursors.map((cursor) => [cursor.chain, cursor]));
    return { cursorsByChain, due: new Set<string>(due) };
  });

  async function scanAndSettle(node: ChainNode): Promise<void> {
    const memory = memories.get(node.chain) ?? createScanMemory();
    const mayScan = () => !stopping.signal.aborted && context.ledger.isWriter();
    if (!mayScan()) return;
    const { cursorsByChain, due } = await readOverview();
    let scanned = await scanChain(context, node, memory, cursorsByChain.get(node.chain));
    if (scanned !== 'SAME' || due.has(node.chain)) await settle(node);
    while (scanned === 'MORE' && mayScan()) {
      scanned = await scanChain(context, node, memory);
      await settle(node);
    }
  }

  async function settle(node: ChainNode): Promise<void> {
    if ((await settleDeposits(context, node)) > 0) await notifyDepositOwners(context);
  }

  const runLoop = (node: ChainNode): Promise<void> =>
    runChainLoop(context, stopping.signal, {
      step: () => scanAndSettle(node),
      onFailure: (err, pause) =>
        context.log.warn({ area: 'custody', chain: node.chain, err, pause }, 'chain not scanned'),
    });

  return {
    start() {
      loops = [...context.nodes.values()].map(runLoop);
    },
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
    async scanOnce(chain) {
      const node = context.nodes.get(chain);
      if (!node) throw new Error(`${chain} is off`);
      await scanAndSettle(node);
    },
  };
}
