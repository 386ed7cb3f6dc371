import { amountOf } from '@sarraf/domain';
import { houseAccount, outsideAccount, type Transfer, userAccount } from '../../ledger/index.ts';
import type { CustodyContext } from '../deps.ts';
import { findCoinNetwork } from '../networks.ts';
import type { ChainNode } from '../ports.ts';
import { matchIncoming } from '../scanning/match-incoming.ts';
import { type Deposit, findDueDeposits, markUnknownToken, SETTLE_DEPOSIT } from './deposit-store.ts';
import { publishWalletChanges } from './publish-deposits.ts';
import { clearDepositBlock, type NewDeposit } from './scanned-deposit-store.ts';

const BATCH_SIZE = 500;

/**
 * Credits deposits that have enough confirmations and that the chain confirms again: to their owner, or to suspense
 * where staff must review them. Returns how many were checked.
 */
export async function settleDeposits(context: CustodyContext, node: ChainNode): Promise<number> {
  const due = await findDueDeposits(context.db, node.chain, BATCH_SIZE);
  for (const [height, deposits] of groupByHeight(due)) {
    const found = await readPaymentsInBlock(context, node, height, deposits);
    await Promise.all(
      deposits.map((deposit) =>
        settleDeposit(context, deposit, found).catch((err: unknown) => {
          context.log.error(
            { area: 'custody', deposit: deposit.id, chain: node.chain, err },
            'a deposit was not settled',
          );
        }),
      ),
    );
  }
  publishWalletChanges(context, due);
  return due.length;
}

function groupByHeight(deposits: readonly Deposit[]): Map<number, Deposit[]> {
  const groups = new Map<number, Deposit[]>();
  for (const deposit of deposits) {
    const height = deposit.height ?? 0;
    groups.set(height, [...(groups.get(height) ?? []), deposit]);
  }
  return groups;
}

const outputKey = ({ txid, index }: { txid: string; index: number }) => `${txid}:${index}`;

/** Returns the payments of these transactions in the block at this height, by output. */
async function readPaymentsInBlock(
  context: CustodyContext,
  node: ChainNode,
  height: number,
  deposits: readonly Deposit[],
): Promise<ReadonlyMap<string, NewDeposit>> {
  const txids = new Set(deposits.map(({ txid }) => txid));
  const blocks = await node.blocks(height, height);
  const incoming = blocks.flatMap((block) => block.incoming.filter(({ txid }) => txids.has(txid)));
  const keys = await context.fetchCurrentKeys();
  const { deposits: found } = await matchIncoming(context, context.db, node.chain, keys, incoming);
  return new Map(found.map((deposit) => [outputKey(deposit), deposit]));
}

async function settleDeposit(
  context: CustodyContext,
  deposit: Deposit,
  payments: ReadonlyMap<string, NewDeposit>,
): Promise<void> {
  const { asset, tokenType, userId } = deposit;
  if (asset === null || tokenType === null) return markUnknownToken(context.db, deposit.id);
  const payment = payments.get(outputKey(deposit));
  // The database row alone is not trusted: a deposit that isn't in its block as the row says is not credited.
  if (!payment || !matchesPayment(deposit, payment)) return markUnconfirmed(context, deposit);
  const reason = findReviewReason(context, deposit);
  if (reason === null && userId !== null) await creditDeposit(context, deposit, userId);
  else await bookToSuspense(context, deposit, reason ?? 'UNKNOWN_TAG');
}

const matchesPayment = (row: Deposit, payment: NewDeposit): boolean =>
  row.asset === payment.asset &&
  row.tokenType === payment.tokenType &&
  row.contract === payment.contract &&
  row.address === payment.address &&
  row.tag === payment.tag &&
  row.amount === payment.amount &&
  row.userId === payment.userId;

/** Marks the deposit as unconfirmed; the recheck of unconfirmed deposits finds out where it is. */
async function markUnconfirmed(context: CustodyContext, { id, chain, txid, height }: Deposit): Promise<void> {
  context.log.error(
    { area: 'custody', event: 'deposit not on its chain', deposit: id, chain, txid, height },
    'deposit not found in its block',
  );
  await clearDepositBlock(context.db, id);
}

/**
 * Returns why staff must review a deposit; null: it can be credited. One that was credited before and reappears is
 * not reviewed again.
 */
function findReviewReason(
  context: CustodyContext,
  { asset, tokenType, userId, amount, lost, reason }: Deposit,
): string | null {
  if (userId === null || asset === null || tokenType === null) return 'UNKNOWN_TAG';
  if (reason === 'REVERSED' || lost > 0n) return null;
  if (reason === 'RETIRED_ADDRESS') return reason;
  const settings = findCoinNetwork(context, asset, tokenType)?.settings;
  if (!settings?.depositEnabled) return 'DEPOSITS_OFF';
  return amount < settings.minDeposit ? 'BELOW_MINIMUM' : null;
}

/** Credits the deposit; the amount that the house lost on its reversal goes to the house. */
async function creditDeposit(context: CustodyContext, deposit: Deposit, userId: string): Promise<void> {
  const { asset, tokenType, amount, lost } = deposit;
  if (asset === null || tokenType === null) return;
  const parts: [Transfer['credit'], bigint][] = [
    [userAccount(userId, asset), amount - lost],
    [houseAccount(asset, 'reorg_loss'), lost],
  ];
  await submitDeposit(context, deposit, 'credit', parts, {
    state: 'CREDITED',
    reason: null,
    credited_at: context.now(),
    toman_value: context.market.tomanValue(asset, amount),
    booked: false,
    to_tell: 'DEPOSIT_CREDITED',
  });
}

async function bookToSuspense(context: CustodyContext, deposit: Deposit, reason: string): Promise<void> {
  const { id, asset, chain, txid, amount } = deposit;
  if (asset === null) return;
  await submitDeposit(context, deposit, 'suspense', [[houseAccount(asset, 'suspense'), amount]], {
    state: 'UNCLAIMED',
    reason,
    credited_at: null,
    toman_value: null,
    booked: true,
    to_tell: null,
  });
  context.log.warn({ area: 'custody', deposit: id, chain, txid, reason }, 'a deposit went to suspense');
}

async function submitDeposit(
  context: CustodyContext,
  deposit: Deposit,
  digest: string,
  parts: readonly [Transfer['credit'], bigint][],
  outcome: Omit<Parameters<typeof SETTLE_DEPOSIT.row>[0], 'id' | 'attempt' | 'height'>,
): Promise<void> {
  const { id, asset, tokenType, attempt, height } = deposit;
  if (asset === null || tokenType === null || height === null) return;
  const outside = outsideAccount(tokenType, asset);
  const transfers = parts
    .filter(([, amount]) => amount > 0n)
    .map(([to, amount]): Transfer => {
      return { debit: outside, credit: to, amount: amountOf(amount), kind: 'deposit', reference: id };
    });
  await context.ledger.submit({
    accounts: [outside, ...parts.map(([account]) => account)],
    idempotency: { owner: 'deposit', key: `${id}:${attempt}`, digest },
    decide: () => ({
      transfers,
      rows: [SETTLE_DEPOSIT.row({ id, attempt, height, ...outcome })],
      reply: '{}',
    }),
  });
}
