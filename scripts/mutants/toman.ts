import type { Mutant } from './mutant.ts';

const CREDIT = ['server/src/wallet/payments/credit-payment.test.ts'];
const BANK = ['server/src/wallet/bank-deposits/bank-deposits.test.ts'];
const FREEZES = ['server/src/wallet/freezes/freezes.test.ts'];
const PAYOUT = ['server/src/payout/payout.test.ts'];
const COMPANY = ['server/src/company/company.test.ts'];

/** Toman: payments, bank deposits, freezes, payouts, and the receipts of stores. */
export const TOMAN: readonly Mutant[] = [
  {
    name: "A payment from another's card is credited",
    file: 'server/src/wallet/payments/credit-payment.ts',
    find: "return agrees ? null : 'CARD_MISMATCH';",
    replace: "return agrees || payment ? null : 'CARD_MISMATCH';",
    tests: CREDIT,
  },
  {
    name: 'A payment is credited though only the mask of its card agrees',
    file: 'server/src/wallet/payments/credit-payment.ts',
    find: '(paid.cardHash === null || cardDigest(secrets, paid.cardHash).equals(payment.cardDigest));',
    replace: '(paid.cardHash === null || cardDigest(secrets, paid.cardHash).length > 0);',
    tests: CREDIT,
  },
  {
    name: 'A payment is credited as often as its gateway confirms it, and its row lets itself be settled again',
    file: 'server/src/wallet/payments/credit-payment.ts',
    find: "idempotency: { owner: 'payment', key: payment.id, digest: 'credit' },",
    replace: '',
    also: {
      file: 'server/migrations/0004-wallet.sql',
      find: 'old.settled_at is not null\n    or (new.id',
      replace: '(new.id',
    },
    tests: CREDIT,
  },
  {
    name: 'A payment that was given up and paid all the same is not judged by the limit of a day',
    file: 'server/src/wallet/payments/credit-payment.ts',
    find: "if (!fits) return 'DAILY_LIMIT';",
    replace: '',
    tests: ['server/src/wallet/payments/drop-payment.test.ts'],
  },
  {
    name: 'Deposits of a day are not summed up against the limit',
    file: 'server/src/wallet/deposit-limit.ts',
    find: 'return sum + amount <= deps.rules.current().tomanDepositPerDay;',
    replace: 'return sum < 0n || amount <= deps.rules.current().tomanDepositPerDay;',
    tests: ['server/src/wallet/payments/start-deposit.test.ts'],
  },
  {
    name: "A bank deposit is credited though it comes from another's account",
    file: 'server/src/wallet/bank-deposits/settle-bank-deposits.ts',
    find: "return own ? { userId, reason: null } : refuse('NOT_OWN_ACCOUNT');",
    replace: "return own || payer ? { userId, reason: null } : refuse('NOT_OWN_ACCOUNT');",
    tests: BANK,
  },
  {
    name: 'What one of the staff credits by statements alone is not summed up',
    file: 'server/src/wallet/bank-deposits/settle-bank-deposits.ts',
    find: 'if (imported + deposit.amount <= BY_ONE_PERSON) return owner;',
    replace: 'if (imported < 0n || deposit.amount <= BY_ONE_PERSON) return owner;',
    tests: BANK,
  },
  {
    name: 'A freeze blocks nothing',
    file: 'server/src/wallet/freezes/freeze-part.ts',
    find: "transfers: [{ debit: spendable, credit: blocked, amount, kind: 'hold', reference: id }],",
    replace: 'transfers: [],',
    tests: FREEZES,
  },
  {
    name: 'Whoever froze money also lifts the freeze',
    file: 'server/src/wallet/freezes/lift-freeze.ts',
    find: 'if (freeze.createdBy === staffId || freeze.userId === staffId)',
    replace: 'if (freeze.userId === staffId)',
    tests: FREEZES,
  },
  {
    name: 'A freeze that is lifted is released as often as the job runs',
    file: 'server/src/wallet/freezes/lift-freeze.ts',
    find: "idempotency: { owner: 'freeze', key: id, digest: 'lift' },",
    replace: '',
    tests: FREEZES,
  },
  {
    name: 'The bank is booked to have paid the fee of a Toman withdrawal too',
    file: 'server/src/withdrawal/toman.ts',
    find: '    amount: amountOf(amount - fee),\n    kind:',
    replace: '    amount: amountOf(amount),\n    kind:',
    tests: ['server/src/withdrawal/toman.test.ts'],
    only: 'settling',
  },
  {
    name: 'A line that comes back after it was paid comes back without its fee',
    file: 'server/src/withdrawal/toman.ts',
    find: 'paid(row).map(({ credit, amount, reference }) => ({',
    replace: 'paid(row).slice(0, 1).map(({ credit, amount, reference }) => ({',
    tests: ['server/src/withdrawal/toman.test.ts'],
    only: 'settling',
  },
  {
    name: "Whoever took the bank's file also says that it was paid",
    file: 'server/src/payout/close-payout.ts',
    find: "if (await hasExported(tx, id, staffId)) throw new Refusal('SECOND_PERSON_NEEDED');",
    replace: '',
    tests: PAYOUT,
    only: 'is somebody’s who never took the file',
  },
  {
    name: 'A refund of a store is paid twice',
    file: 'server/src/company/payments/refunds.ts',
    find: "idempotency: { owner: 'company refund', key: id, digest: 'pay' },",
    replace: '',
    tests: COMPANY,
    only: 'of a refund leave once',
  },
  {
    name: 'Whoever asked for a refund also decides about it',
    file: 'server/src/company/payments/refunds.ts',
    find: 'if (refund.askedBy === staffId || company.userId === staffId)',
    replace: 'if (company.userId === staffId)',
    tests: COMPANY,
    only: 'with another card pays into suspense',
  },
  {
    name: 'What the settlement before left is lost',
    file: 'server/src/company/settlements/settlement-steps.ts',
    find: 'return rows[0] ? rows[0].carry : 0n;',
    replace: 'return rows[0]?.carry === null ? null : 0n;',
    tests: COMPANY,
    only: 'that is too little goes over',
  },
  {
    name: 'What a card paid to stores within a day is not summed up',
    file: 'server/src/company/payments/pay-company.ts',
    find: 'return ofCard + amount <= context.rules',
    replace: 'return ofCard < 0n || amount <= context.rules',
    tests: COMPANY,
    only: 'pays no more by one card in a day',
  },
];
