/** Addresses, deposits and sending of coins: everything that touches a chain. */
import type { Chain } from '@sarraf/domain';
import { createShowAddress } from './addresses/addresses.ts';
import { fillPools } from './addresses/fill-pool.ts';
import { isOwnAddress } from './addresses/is-ours.ts';
import { createApprovalRequest, verifyApproval } from './approvals/request-approval.ts';
import { addApprovalRoutes, addSandboxKeyRoutes } from './approvals/routes.ts';
import { createContext } from './context.ts';
import { findCoinDeposit, listCoinDeposits } from './deposits/list-deposits.ts';
import { notifyDepositOwners } from './deposits/notify-owners.ts';
import { countOpenDeposits } from './deposits/staff-deposit-store.ts';
import type { CustodyContext, CustodyDeps } from './deps.ts';
import { addRoutes } from './routes.ts';
import { addSandboxChainRoutes } from './sandbox-routes.ts';
import { findCursor, listCursors } from './scanning/cursor-store.ts';
import { createScanner } from './scanning/scanner.ts';
import { creditConfirmedUnclaimed } from './sending/hand-over.ts';
import { engageKillSwitch, readKillSwitch } from './sending/kill-switch.ts';
import {
  cancelQueuedOrder,
  failLostOrder,
  queueOrder,
  queueOrderRow,
  readSendingProgress,
} from './sending/outgoing-store.ts';
import { createSendJobs } from './sending/send-jobs.ts';
import { createSender } from './sending/send-loop.ts';
import { addTreasuryRoutes } from './treasury/routes.ts';
import { readReserves } from './treasury/view.ts';
import type { Custody } from './types.ts';

export { HOT_TARGET_ROWS } from './business-rows.ts';
export { REVERSED_DEPOSIT_HOLD_MS } from './deposits/notify-owners.ts';
export type { CustodyDeps } from './deps.ts';
export type { ChainNode, Signer } from './ports.ts';
export { sealKeyMatchesLastOrder } from './sending/fits-last-order.ts';
export { createSignerClient } from './sending/signer-client.ts';
export type { CoinDeposit, Custody, WithdrawalOrder, WithdrawalProgress } from './types.ts';

const MAX_COUNTED = 1_000;

/** `isRead`: whether the chain was scanned at least once; earlier payments are not seen. */
export function createCustody(
  deps: CustodyDeps,
): Custody & { hasBeenScanned(chain: Chain): Promise<boolean> } {
  const context = createContext(deps);
  const showAddress = createShowAddress(context);
  const scanner = createScanner(context);
  const sender = createSender(context);
  let poolFilling: Promise<void> = Promise.resolve();
  return {
    routes(http) {
      addRoutes(http, context, showAddress);
      addTreasuryRoutes(http, context);
      addApprovalRoutes(http, context);
      if (context.config.sandbox && context.sandboxChains) addSandboxChainRoutes(http, context.sandboxChains);
      if (context.config.sandbox && context.sandboxKeys) addSandboxKeyRoutes(http, context.sandboxKeys);
    },
    jobs: [
      { name: 'fill-address-pools', cron: '* * * * *', run: () => fillPools(context) },
      { name: 'finish-deposits', cron: '* * * * *', run: () => finishInterruptedDeposits(context) },
      ...createSendJobs(context),
    ],
    async start() {
      // The job would fill the pool within a minute; the first user may come before.
      poolFilling = fillPools(context);
      scanner.start();
      await sender.start();
    },
    async stop() {
      await Promise.all([scanner.stop(), sender.stop(), poolFilling]);
    },
    listDeposits: (userId, asset, page, db = context.db) =>
      listCoinDeposits({ ...context, db }, userId, asset, page),
    findDeposit: (userId, id, db = context.db) => findCoinDeposit({ ...context, db }, userId, id),
    queue: (tx, order) => queueOrder(context, tx, order),
    queueRow: (order) => queueOrderRow(context, order),
    cancelQueued: cancelQueuedOrder,
    abandon: (tx, withdrawalId) => failLostOrder(context, tx, withdrawalId),
    progressOf: (ids, db = context.db) => readSendingProgress({ ...context, db }, ids),
    isOurs: (asset, tokenType, address) => isOwnAddress(context, asset, tokenType, address),
    askApproval: (order, staffId) => createApprovalRequest(context, order, staffId),
    checkApproval: (order, staffId, assertion) => verifyApproval(context, order, staffId, assertion),
    async stopped() {
      const stop = await readKillSwitch(context.db);
      return stop && { reason: stop.reason, at: stop.at };
    },
    haltWithdrawals: (reason) => engageKillSwitch(context, reason),
    hasBeenScanned: async (chain) => (await findCursor(context.db, chain)) !== null,
    countUnclaimed: () => countOpenDeposits(context.db, MAX_COUNTED),
    readReserves: () => readReserves(context),
    async listCursors() {
      const cursorsByChain = new Map((await listCursors(context.db)).map((cursor) => [cursor.chain, cursor]));
      return [...context.nodes.keys()].map((chain) => ({ chain, cursor: cursorsByChain.get(chain) ?? null }));
    },
    readSignerStatus: () => context.signer.status(),
  };
}

/** Finishes what a crash interrupted: decisions without their transfer, unsent notices. */
async function finishInterruptedDeposits(context: CustodyContext): Promise<void> {
  await creditConfirmedUnclaimed(context);
  await notifyDepositOwners(context);
}
