/** Outgoing payments: a custody context with a sender, and withdrawals queued like the withdrawal capability does. */

import { type Asset, amountOf, CHAIN_INFO } from '@sarraf/domain';
import { sql } from 'kysely';
import { createContext } from '../src/custody/context.ts';
import type { CustodyDeps } from '../src/custody/deps.ts';
import {
  cancelQueuedOrder,
  queueOrderRow,
  readSendingProgress,
} from '../src/custody/sending/outgoing-store.ts';
import { createSender } from '../src/custody/sending/send-loop.ts';
import { addTreasuryRoutes } from '../src/custody/treasury/routes.ts';
import { insertInto, type Ledger, outsideAccount, userAccount } from '../src/ledger/index.ts';
import { newId } from '../src/platform/ids.ts';
import { createCustodyFixture, getChainOf } from './custody.ts';
import { fundAccount } from './seed.ts';

export const WITHDRAWALS = insertInto('withdrawals', {
  id: 'uuid',
  user_id: 'uuid',
  asset: 'text',
  token_type: 'text',
  address: 'text',
  tag: 'text',
  amount: 'numeric',
  fee: 'numeric',
  state: 'text',
  needed_approvals: 'integer',
  created_at: 'timestamptz',
});

export interface WithdrawalInput {
  asset: Asset;
  tokenType?: string;
  address: string;
  tag?: string | null;
  /** Amount that arrives. */
  amount: bigint;
  fee?: bigint;
  userId?: string;
  neededApprovals?: number;
}

export interface QueuedWithdrawal {
  withdrawalId: string;
  userId: string;
}

/** Credits a wallet without a source, blocks the amount for a withdrawal, and queues its order. */
export async function queueWithdrawal(
  ledger: Ledger,
  context: ReturnType<typeof createContext>,
  input: WithdrawalInput,
): Promise<QueuedWithdrawal> {
  const { asset, tokenType = asset, address, tag = null, amount, fee = 0n, neededApprovals = 0 } = input;
  const userId = input.userId ?? newId();
  const withdrawalId = newId();
  const whole = amountOf(amount + fee);
  const spendable = userAccount(userId, asset);
  const blocked = userAccount(userId, asset, 'blocked');
  await fundAccount(ledger, spendable, whole, outsideAccount(tokenType, asset));
  const rows = [
    WITHDRAWALS.row({
      id: withdrawalId,
      user_id: userId,
      asset,
      token_type: tokenType,
      address,
      tag: tag ?? '',
      amount: whole,
      fee,
      state: 'APPROVED',
      needed_approvals: neededApprovals,
      created_at: context.now(),
    }),
    queueOrderRow(context, { withdrawalId, userId, asset, tokenType, address, tag, amount, fee }),
  ];
  await ledger.submit({
    accounts: [spendable, blocked],
    idempotency: { owner: 'withdrawal', key: withdrawalId, digest: withdrawalId },
    decide: () => ({
      transfers: [
        { debit: spendable, credit: blocked, amount: whole, kind: 'hold', reference: withdrawalId },
      ],
      rows,
      reply: '{}',
    }),
  });
  return { withdrawalId, userId };
}

export type SendingFixture = Awaited<ReturnType<typeof createSendingFixture>>;

export async function createSendingFixture() {
  const base = await createCustodyFixture();
  const { db, ledger, chains } = base;
  const context = createContext(base.deps);
  const sender = createSender(context);
  addTreasuryRoutes(base.http, context);
  const keys = await context.getPublicKeys();
  // A chain is scanned from its block at the first scan.
  for (const chain of base.deps.nodes.keys()) await base.scanner.scanOnce(chain);

  return {
    ...base,
    context,
    sender,
    hotOf: (asset: Asset, tokenType: string = asset): string => {
      const hot = keys.chains[getChainOf(asset, tokenType)]?.hot;
      if (hot === undefined) throw new Error(`${asset} is off`);
      return hot;
    },
    coldOf: (asset: Asset, tokenType: string = asset): string =>
      keys.chains[getChainOf(asset, tokenType)]?.cold ?? '',
    /** Another process on the same database, with other dependencies. */
    senderWith: (changes: Partial<CustodyDeps>) => createSender(createContext({ ...base.deps, ...changes })),
    /** Pays the hot address from the faucet, in a block that is scanned. */
    async fund(asset: Asset, amount: bigint, tokenType: string = asset): Promise<void> {
      const chain = getChainOf(asset, tokenType);
      const address = keys.chains[chain]?.hot ?? '';
      await chains.sendFromFaucet(chain, { asset, tokenType, address, tag: null, amount });
      await chains.makeBlocks(chain, 1);
      await base.scanner.scanOnce(chain);
      await chains.makeBlocks(chain, CHAIN_INFO[chain].family === 'UTXO' ? 6 : 1);
      await base.scanner.scanOnce(chain);
    },
    withdraw: (input: WithdrawalInput) => queueWithdrawal(ledger, context, input),
    /** Returns the balance of an address on the chain. */
    held: (asset: Asset, address: string, tokenType: string = asset): Promise<bigint> => {
      const node = base.deps.nodes.get(getChainOf(asset, tokenType));
      if (!node) throw new Error(`${asset} is off`);
      return node.balance(address, asset, tokenType);
    },
    progress: async ({ withdrawalId }: QueuedWithdrawal) =>
      (await readSendingProgress(context, [withdrawalId])).get(withdrawalId),
    cancelQueued: ({ withdrawalId }: QueuedWithdrawal) =>
      db.transaction().execute((tx) => cancelQueuedOrder(tx, withdrawalId)),
    async order({ withdrawalId }: QueuedWithdrawal) {
      const { rows } = await sql<{
        id: string;
        state: string;
        trouble: string | null;
        transactionId: string;
      }>`
        select id, state, trouble, transaction_id as "transactionId" from outgoing
        where withdrawal_id = ${withdrawalId}`.execute(db);
      return rows[0];
    },
    async transactions() {
      const { rows } = await sql<{
        chain: string;
        txid: string;
        state: string;
        raw: string;
        sequence: bigint;
      }>`
        select chain, txid, state, raw, sequence from chain_transactions order by id`.execute(db);
      return rows;
    },
    /** Sends, mines blocks, and continues until everything is final. */
    async sendUntilFinal(asset: Asset, tokenType: string = asset, blocks = 7): Promise<void> {
      const chain = getChainOf(asset, tokenType);
      await sender.sendOnce(chain);
      await chains.makeBlocks(chain, blocks);
      await base.scanner.scanOnce(chain);
      await sender.sendOnce(chain);
    },
    async close(): Promise<void> {
      await sender.stop();
      await base.close();
    },
  };
}
