import { amountOf, DAY_MS, formatAmount } from '@sarraf/domain';
import { recipientOf } from '../../identity/index.ts';
import { houseAccount, outsideAccount, type Transfer, userAccount } from '../../ledger/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { WalletDeps } from '../deps.ts';
import { TOMAN_UNIT } from '../payments/payment.ts';
import { lockTomanDeposits } from '../store.ts';
import {
  type BankDepositDecision,
  type BankDepositReason,
  type BankDepositRow,
  BOOK_BANK_DEPOSIT,
  findBankDeposit,
  findIdentifierOwners,
  listDecidedBankDeposits,
  listNewBankDeposits,
  lockBankDeposit,
  saveDepositOwner,
  sumImportsBy,
  sumPaidByPayer,
  takeUnnotifiedBankDeposit,
} from './bank-deposit-store.ts';
import { parseIdentifier } from './deposit-identifier.ts';

const BATCH_SIZE = 500;
const BANK = outsideAccount('bank', 'TOMAN');
const SUSPENSE = houseAccount('TOMAN', 'suspense');
/** Maximum that imports of one staff member may credit to a user within 24 hours: 50,000,000 Toman. */
export const MAX_IMPORT_BY_ONE = 50_000_000n * TOMAN_UNIT;

/** Finishes what an import or a decision left; runs periodically and may run concurrently. */
export async function sweepBankDeposits(deps: WalletDeps, secrets: Secrets): Promise<void> {
  await settleNewBankDeposits(deps, secrets);
  for (const id of await listDecidedBankDeposits(deps.db, BATCH_SIZE))
    await logFailure(deps, id, () => settleDecidedDeposit(deps, id));
  await notifyBankDepositOwners(deps);
}

/** Checks new deposits and records them in the ledger accordingly. */
export async function settleNewBankDeposits(deps: WalletDeps, secrets: Secrets): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids = await listNewBankDeposits(deps.db, after, BATCH_SIZE);
    for (const id of ids) await logFailure(deps, id, () => settleDeposit(deps, secrets, id));
    after = ids.at(-1) ?? null;
    if (ids.length < BATCH_SIZE) return;
  }
}

async function logFailure(deps: WalletDeps, id: string, work: () => Promise<void>): Promise<void> {
  await work().catch((err: unknown) => {
    deps.log.error({ area: 'wallet', bankDeposit: id, err }, 'bank deposit not settled; retrying');
  });
}

async function settleDeposit(deps: WalletDeps, secrets: Secrets, id: string): Promise<void> {
  const deposit = await determineOwner(deps, secrets, id);
  if (deposit?.state !== 'NEW') return;
  const { userId, reason, proposedBy } = deposit;
  const isCredited = userId !== null && reason === null;
  const suspendedState = proposedBy === null ? 'UNMATCHED' : 'PROPOSED';
  await submitBooking(deps, deposit, {
    step: 'arrival',
    debit: BANK,
    credit: isCredited ? userAccount(userId, 'TOMAN') : SUSPENSE,
    kind: 'deposit',
    state: isCredited ? 'MATCHED' : suspendedState,
  });
  if (isCredited) deps.bus.publish('wallets', { userId, coins: ['TOMAN'] });
  else deps.log.warn({ area: 'wallet', bankDeposit: id, reason }, 'bank deposit went to suspense');
}

/** Checks a deposit once, under the lock of the user whose limit it counts against; returns its current row. */
async function determineOwner(
  deps: WalletDeps,
  secrets: Secrets,
  id: string,
): Promise<BankDepositRow | null> {
  const deposit = await findBankDeposit(deps.db, id);
  if (deposit === null || deposit.state !== 'NEW' || deposit.userId !== null || deposit.reason !== null)
    return deposit;
  const owner = await matchOwner(deps, secrets, deposit);
  return deps.db.transaction().execute(async (tx) => {
    if (owner.userId !== null) await lockTomanDeposits(tx, owner.userId);
    const locked = await lockBankDeposit(tx, id);
    if (locked === null || locked.userId !== null || locked.reason !== null) return locked;
    await saveDepositOwner(tx, id, await decideOwner(deps, tx, locked, owner));
    return findBankDeposit(tx, id);
  });
}

async function decideOwner(
  deps: WalletDeps,
  tx: Tx,
  deposit: BankDepositRow,
  owner: MatchedOwner,
): Promise<BankDepositDecision> {
  if (owner.userId === null) return owner;
  if (!(await fitsDailySum(deps, deposit, tx))) return { userId: null, reason: 'DAILY_LIMIT' };
  // A staff member could have made up the statement: above this sum a second one is needed.
  const since = new Date(deps.clock.now() - DAY_MS);
  const imported = await sumImportsBy(tx, owner.userId, since);
  if (imported + deposit.amount <= MAX_IMPORT_BY_ONE) return owner;
  return { ...owner, reason: 'LARGE', proposedBy: deposit.importedBy };
}

async function fitsDailySum(
  deps: WalletDeps,
  { payerIndex, paidDay, amount }: BankDepositRow,
  tx: Tx,
): Promise<boolean> {
  const sum = await sumPaidByPayer(tx, payerIndex, paidDay);
  return sum + amount <= deps.rules.current().identifiedDepositPerDay;
}

type MatchedOwner = { userId: string; reason: null } | { userId: null; reason: BankDepositReason };

/**
 * Returns the owner of the identifier if the money comes from a verified account of theirs and another person
 * imported it.
 */
async function matchOwner(
  deps: WalletDeps,
  secrets: Secrets,
  deposit: BankDepositRow,
): Promise<MatchedOwner> {
  const withoutOwner = (reason: BankDepositReason): MatchedOwner => ({ userId: null, reason });
  const identifier = parseIdentifier(deposit.identifier);
  const userId = identifier && (await findIdentifierOwners(deps.db, [identifier])).get(identifier);
  if (!userId) return withoutOwner('UNKNOWN_IDENTIFIER');
  if (userId === deposit.importedBy) return withoutOwner('OWN_IMPORT');
  const person = await deps.people.find(userId);
  if (person?.authenticationType !== 'AUTHORIZED' || person.blockedAt !== null)
    return withoutOwner('NOT_VERIFIED');
  const payer = secrets.decrypt(deposit.payerEncrypted, 'bank_deposits.payer_encrypted', deposit.id);
  const isOwnAccount = (await deps.verifiedShebas(userId)).some(({ number }) => number === payer);
  return isOwnAccount ? { userId, reason: null } : withoutOwner('NOT_OWN_ACCOUNT');
}

/** Moves the money as staff decided, once. */
export async function settleDecidedDeposit(deps: WalletDeps, id: string): Promise<void> {
  const deposit = await findBankDeposit(deps.db, id);
  if (deposit === null || deposit.decision === null || deposit.settledAt !== null) return;
  const { decision, userId } = deposit;
  if (decision === 'RETURN') {
    const toPayer = {
      step: 'decision',
      debit: SUSPENSE,
      credit: BANK,
      kind: 'correction',
      state: 'RETURNED',
    } as const;
    return submitBooking(deps, deposit, toPayer);
  }
  if (userId === null) throw new Error(`bank deposit ${id} has no user to credit`);
  const credit = userAccount(userId, 'TOMAN');
  await submitBooking(deps, deposit, {
    step: 'decision',
    debit: SUSPENSE,
    credit,
    kind: 'deposit',
    state: 'MATCHED',
  });
  deps.bus.publish('wallets', { userId, coins: ['TOMAN'] });
}

interface Booking extends Pick<Transfer, 'debit' | 'credit' | 'kind'> {
  step: 'arrival' | 'decision';
  state: 'MATCHED' | 'UNMATCHED' | 'PROPOSED' | 'RETURNED';
}

async function submitBooking(deps: WalletDeps, deposit: BankDepositRow, booking: Booking): Promise<void> {
  const { step, debit, credit, kind, state } = booking;
  const settled = state === 'MATCHED' || state === 'RETURNED';
  const settledAt = settled ? new Date(deps.clock.now()) : null;
  const transfer = { debit, credit, kind, amount: amountOf(deposit.amount), reference: deposit.id };
  await deps.ledger.submit({
    accounts: [debit, credit],
    idempotency: { owner: 'bank-deposit', key: `${deposit.id} ${step}`, digest: step },
    decide: () => ({
      transfers: [transfer],
      rows: [BOOK_BANK_DEPOSIT.row({ id: deposit.id, state, settled_at: settledAt })],
      reply: state,
    }),
  });
}

/** Notifies each owner once, in the transaction that records it. */
export async function notifyBankDepositOwners(deps: WalletDeps): Promise<void> {
  for (let i = 0; i < BATCH_SIZE; i += 1) {
    const wasFound = await deps.db.transaction().execute(async (tx) => {
      const deposit = await takeUnnotifiedBankDeposit(tx);
      const person = deposit?.userId ? await deps.people.find(deposit.userId, tx) : null;
      if (deposit && person) {
        const amount = formatAmount(deposit.amount, 'TOMAN');
        await deps.notify(tx, recipientOf(person), { kind: 'DEPOSIT_CREDITED', asset: 'TOMAN', amount });
      }
      return deposit !== null;
    });
    if (!wasFound) return;
  }
}
