import { AppError, ASSETS, amountOf, type Coin, pow10, truncateToOrderPrecision } from '@sarraf/domain';
import { receiptsAccount, userAccount } from '../../ledger/index.ts';
import type { CompanyContext } from '../deps.ts';
import type { CompanyRow } from '../store.ts';
import { settlementAddressOf } from './settlement-address.ts';
import { buildSettledRow, readCarry } from './settlement-steps.ts';
import type { SettlementRow } from './settlement-store.ts';

/** Part of the daily limit that is bought at a time: the price may move until it is sent. */
const PART_OF_DAY = { of: 9n, in: 10n };

/** Returns the owner, who must be allowed to trade and withdraw. NOT_AUTHORIZED, Invalid Token: blocked. */
export async function getActiveOwner(context: CompanyContext, { userId }: CompanyRow) {
  const owner = await context.people.find(userId);
  if (owner === null || owner.blockedAt !== null) throw new AppError('Invalid Token');
  if (owner.authenticationType !== 'AUTHORIZED') throw new AppError('NOT_AUTHORIZED');
  return owner;
}

/** Returns the bounds of one purchase of a coin such that it can be sent. Smallest units; `cap` is Toman. */
export async function readPurchaseBounds(
  context: CompanyContext,
  owner: Parameters<CompanyContext['withdrawal']['companyTerms']>[0],
  { coin, tokenType }: { coin: Coin; tokenType: string },
) {
  const { minExchange, maxExchange } = context.market.coin(coin);
  const { fee, min, max, perDay } = await context.withdrawal.companyTerms(owner, coin, tokenType);
  const step = pow10(ASSETS[coin].scale - ASSETS[coin].decimals);
  const minAmount = [minExchange, min, fee + 1n].reduce((a, b) => (a > b ? a : b));
  return {
    fee,
    least: truncateToOrderPrecision(minAmount + step - 1n, coin),
    most: truncateToOrderPrecision(maxExchange < max ? maxExchange : max, coin),
    cap: (perDay * PART_OF_DAY.of) / PART_OF_DAY.in,
  };
}

/**
 * The first step of a settlement: its Toman buys coins, or is too little and carried over, or goes to the owner's
 * wallet. One ledger command under the settlement's own key, so that only one of the three ever takes effect.
 *
 * Those of `buyForCompany` and of `withdrawal.companyTerms`, NOT_AUTHORIZED, Invalid Token.
 */
export async function settleReceipts(
  context: CompanyContext,
  company: CompanyRow,
  row: SettlementRow,
): Promise<void> {
  const carriedIn = await readCarry(context.db, row);
  // The previous one waits again: it was being processed a moment ago.
  if (carriedIn === null) throw new AppError('CONFLICT');
  const owner = await getActiveOwner(context, company);
  const destination = settlementAddressOf(company, context.now());
  if (row.kind === 'WALLET') await moveToWallet(context, company, row, carriedIn);
  else {
    if (destination === null) throw new Error(`settlement ${row.id} has no destination`);
    const availableToman = row.receipts + carriedIn;
    const { least, most, cap } = await readPurchaseBounds(
      context,
      { userId: owner.id, level: owner.level },
      destination,
    );
    await context.trading.buyForCompany({
      id: row.id,
      companyId: company.id,
      owner: { userId: owner.id, level: owner.level, inviterId: owner.inviterId },
      coin: destination.coin,
      budget: availableToman < cap ? availableToman : cap,
      least,
      most,
      rows(bought, at) {
        const spent = bought?.total ?? 0n;
        const carriedOut = availableToman - spent;
        return [
          buildSettledRow({
            id: row.id,
            state: bought ? 'BOUGHT' : 'CARRIED',
            carriedIn,
            spent,
            carriedOut,
            // Uses the price of this purchase to estimate the minimum.
            more: bought !== null && carriedOut * bought.amount > spent * least + bought.amount,
            bought: bought && { ...bought, ...destination },
            at,
          }),
        ];
      },
    });
  }
  context.bus.publish('wallets', { userId: company.userId, coins: ['TOMAN'] });
}

async function moveToWallet(
  context: CompanyContext,
  company: CompanyRow,
  row: SettlementRow,
  carriedIn: bigint,
): Promise<void> {
  const receipts = receiptsAccount(company.id, 'TOMAN');
  const wallet = userAccount(company.userId, 'TOMAN');
  const amount = amountOf(row.receipts + carriedIn);
  await context.ledger.submit({
    accounts: [receipts, wallet],
    idempotency: { owner: 'settlement', key: row.id, digest: 'take' },
    decide(balanceOf, at) {
      if (balanceOf(receipts) < amount) throw new AppError('NOT_ENOUGH_BALANCE_TOMAN');
      return {
        transfers:
          amount === 0n
            ? []
            : [{ debit: receipts, credit: wallet, amount, kind: 'deposit', reference: row.id }],
        rows: [
          buildSettledRow({
            id: row.id,
            state: 'MOVED',
            carriedIn,
            spent: amount,
            carriedOut: 0n,
            more: false,
            bought: null,
            at,
          }),
        ],
        reply: 'moved',
      };
    },
  });
}
