/** Addresses, deposits and sending of coins: everything that touches a chain. */
import type { Chain } from '@sarraf/domain';
import { createAddresses } from './addresses.ts';
import { readCursor } from './cursor-store.ts';
import { countOpenDeposits } from './deposit-store.ts';
import type { CustodyDeps, CustodyContext } from './deps.ts';
import { fillPools } from './fill-pool.ts';
import { handOverRest } from './hand-over.ts';
import { isOurs } from './is-ours.ts';
import { readStop } from './kill-switch.ts';
import { createContext } from './kit.ts';
import { listCoinDeposits } from './list-deposits.ts';
import { abandon, progressOf, queueOrder, queueOrderRow, takeBack } from './outgoing-store.ts';
import { addRoutes } from './routes.ts';
import { addSandboxChainRoutes } from './sandbox-routes.ts';
import { createScanner } from './scanner.ts';
import { sendJobs } from './send-jobs.ts';
import { createSender } from './send-loop.ts';
import { tellDeposits } from './tell-deposits.ts';
import { addTreasuryRoutes } from './treasury-routes.ts';
import { readReserves } from './treasury-view.ts';
import type { Custody } from './types.ts';

export type { CustodyDeps } from './deps.ts';
export { HOT_TARGET_ROWS } from './desk-rows.ts';
export { fitsLastOrder } from './fits-last-order.ts';
export type { ChainNode, Signer } from './ports.ts';
export { createSignerClient } from './signer-client.ts';
export type { CoinDeposit, Custody, WithdrawalOrder, WithdrawalProgress } from './types.ts';

const MOST_COUNTED = 1_000;

/** `isRead`: whether the chain has been looked at; what came before is not seen. */
export function createCustody(deps: CustodyDeps): Custody & { isRead(chain: Chain): Promise<boolean> } {
  const kit = createContext(deps);
  const showAddress = createAddresses(kit);
  const scanner = createScanner(kit);
  const sender = createSender(kit);
  let filling: Promise<void> = Promise.resolve();
  return {
    routes(http) {
      addRoutes(http, kit, showAddress);
      addTreasuryRoutes(http, kit);
      if (kit.config.sandbox && kit.sandboxChains) addSandboxChainRoutes(http, kit.sandboxChains);
    },
    jobs: [
      { name: 'fill-address-pools', cron: '* * * * *', run: () => fillPools(kit) },
      { name: 'finish-deposits', cron: '* * * * *', run: () => finishDeposits(kit) },
      ...sendJobs(kit),
    ],
    async start() {
      // The job would come within the minute; the first person may come before.
      filling = fillPools(kit);
      scanner.start();
      await sender.start();
    },
    async stop() {
      await Promise.all([scanner.stop(), sender.stop(), filling]);
    },
    listDeposits: (userId, asset, page) => listCoinDeposits(kit, userId, asset, page),
    queue: (tx, order) => queueOrder(kit, tx, order),
    queueRow: (order) => queueOrderRow(kit, order),
    takeBack,
    abandon: (tx, withdrawalId) => abandon(kit, tx, withdrawalId),
    progressOf: (ids) => progressOf(kit, ids),
    isOurs: (asset, tokenType, address) => isOurs(kit, asset, tokenType, address),
    async stopped() {
      const stop = await readStop(kit.db);
      return stop && { reason: stop.reason, at: stop.at };
    },
    isRead: async (chain) => (await readCursor(kit.db, chain)) !== null,
    countUnclaimed: () => countOpenDeposits(kit.db, MOST_COUNTED),
    reserves: () => readReserves(kit),
  };
}

/** What a crash left: decisions without their transfer, notices that were not sent. */
async function finishDeposits(kit: CustodyContext): Promise<void> {
  await handOverRest(kit);
  await tellDeposits(kit);
}
