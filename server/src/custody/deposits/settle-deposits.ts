import { amountOf } from '@sarraf/domain';
import { houseAccount, outsideAccount, type Transfer, userAccount } from '../../ledger/index.ts';
import type { CustodyContext } from '../deps.ts';
import { networkOf } from '../networks.ts';
import type { ChainNode } from '../ports.ts';
import { type Deposit, findDueDeposits, keepUnknown, moveDeposit, SETTLE_DEPOSIT } from './deposit-store.ts';
import { tellPages } from './publish-deposits.ts';

const AT_ONCE = 500;

/** Books what is deep enough: to its owner, or to suspense where the staff must look. Answers how many it looked at. */
export async function settleDeposits(context: CustodyContext, node: ChainNode): Promise<number> {
  const due = await findDueDeposits(context.db, node.chain, AT_ONCE);
  await Promise.all(
    due.map((deposit) =>
      settle(context, node, deposit).catch((err: unknown) => {
        context.log.error(
          { area: 'custody', deposit: deposit.id, chain: node.chain, err },
          'a deposit was not settled',
        );
      }),
    ),
  );
  tellPages(context, due);
  return due.length;
}

async function settle(context: CustodyContext, node: ChainNode, deposit: Deposit): Promise<void> {
  // One that its owner raised was not found by reading blocks: the chain is asked once more.
  if (deposit.blockHash === null && !(await stillThere(context, node, deposit))) return;
  const { asset, tokenType, userId } = deposit;
  if (asset === null || tokenType === null) return keepUnknown(context.db, deposit.id);
  const reason = reasonOf(context, deposit);
  if (reason === null && userId !== null) await credit(context, deposit, userId);
  else await book(context, deposit, reason ?? 'UNKNOWN_TAG');
}

async function stillThere(
  context: CustodyContext,
  node: ChainNode,
  { id, txid, height }: Deposit,
): Promise<boolean> {
  const found = await node.transaction(txid);
  if (found?.height === height) return true;
  await moveDeposit(context.db, id, found?.height ?? null);
  return false;
}

/** Why the staff must look; null: it is credited. What was credited before, and came again, is not judged anew. */
function reasonOf(
  context: CustodyContext,
  { asset, tokenType, userId, amount, lost, reason }: Deposit,
): string | null {
  if (userId === null || asset === null || tokenType === null) return 'UNKNOWN_TAG';
  if (reason === 'REVERSED' || lost > 0n) return null;
  if (reason === 'RETIRED_ADDRESS') return reason;
  const settings = networkOf(context, asset, tokenType)?.settings;
  if (!settings?.depositEnabled) return 'DEPOSITS_OFF';
  return amount < settings.minDeposit ? 'BELOW_MINIMUM' : null;
}

/** What the house lost when it was taken back goes to the house. */
async function credit(context: CustodyContext, deposit: Deposit, userId: string): Promise<void> {
  const { asset, tokenType, amount, lost } = deposit;
  if (asset === null || tokenType === null) return;
  const parts: [Transfer['credit'], bigint][] = [
    [userAccount(userId, asset), amount - lost],
    [houseAccount(asset, 'reorg_loss'), lost],
  ];
  await submit(context, deposit, 'credit', parts, {
    state: 'CREDITED',
    reason: null,
    credited_at: context.now(),
    toman_value: context.market.tomanValue(asset, amount),
    booked: false,
    to_tell: 'DEPOSIT_CREDITED',
  });
}

async function book(context: CustodyContext, deposit: Deposit, reason: string): Promise<void> {
  const { id, asset, chain, txid, amount } = deposit;
  if (asset === null) return;
  await submit(context, deposit, 'suspense', [[houseAccount(asset, 'suspense'), amount]], {
    state: 'UNCLAIMED',
    reason,
    credited_at: null,
    toman_value: null,
    booked: true,
    to_tell: null,
  });
  context.log.warn({ area: 'custody', deposit: id, chain, txid, reason }, 'a deposit went to suspense');
}

async function submit(
  context: CustodyContext,
  deposit: Deposit,
  digest: string,
  parts: readonly [Transfer['credit'], bigint][],
  settled: Omit<Parameters<typeof SETTLE_DEPOSIT.row>[0], 'id' | 'attempt' | 'height'>,
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
      rows: [SETTLE_DEPOSIT.row({ id, attempt, height, ...settled })],
      reply: '{}',
    }),
  });
}
