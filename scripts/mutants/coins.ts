import type { Mutant } from './mutant.ts';

const DEPOSITS = ['server/src/custody/deposits/deposits.test.ts'];
const REORG = ['server/src/custody/scanning/reorg.test.ts'];
const SIGNER = ['server/src/signer/signer-process.test.ts'];
const CAPS = ['server/src/signer/caps.test.ts'];

/** Coins that come in and go out, and the signer. */
export const COINS: readonly Mutant[] = [
  {
    name: 'A deposit is credited one confirmation too early',
    file: 'server/src/custody/deposits/deposit-store.ts',
    find: 'c.height - d.height + 1 >= d.needed_confirmations',
    replace: 'c.height - d.height + 2 >= d.needed_confirmations',
    tests: DEPOSITS,
  },
  {
    name: 'Of two outputs of one transaction only one is seen',
    file: 'server/src/custody/scanning/match-incoming.ts',
    find: 'const key = `${one.txid}:${one.index}`;',
    replace: 'const key = one.txid;',
    tests: DEPOSITS,
    only: 'of several in one transaction',
  },
  {
    name: 'A deposit that was credited begins anew when its block is read again',
    file: 'server/src/custody/deposits/deposit-store.ts',
    find: "where d.state in ('PENDING', 'ORPHANED', 'REVERSED') and (\n      (excluded.height is not null and (excluded.block_hash is not null or d.height is null)\n        and (d.height, d.block_hash) is distinct from (excluded.height, excluded.block_hash))",
    replace:
      "where d.state in ('PENDING', 'ORPHANED', 'REVERSED', 'CREDITED') and (\n      excluded.height is not null",
    tests: DEPOSITS,
  },
  {
    name: 'A deposit is booked as often as it is settled, and its row lets itself be settled again',
    file: 'server/src/custody/deposits/settle-deposits.ts',
    find: "idempotency: { owner: 'deposit', key: `${id}:${attempt}`, digest },",
    replace: '',
    also: {
      file: 'server/src/custody/deposits/deposit-store.ts',
      find: "case when d.state = 'PENDING' and d.height = v.height and d.attempt = v.attempt then v.state\n        else 'STALE' end",
      replace: 'v.state',
    },
    tests: DEPOSITS,
    only: 'F11: a deposit is credited once',
  },
  {
    name: 'A deposit below the minimum is credited',
    file: 'server/src/custody/deposits/settle-deposits.ts',
    find: "return amount < settings.minDeposit ? 'BELOW_MINIMUM' : null;",
    replace: 'return null;',
    tests: DEPOSITS,
    only: 'waits for the staff',
  },
  {
    name: 'A deposit whose block was undone stays in the books',
    file: 'server/src/custody/scanning/undo-blocks.ts',
    find: 'await Promise.all(booked.map((deposit) => reverseDeposit(context, deposit)));',
    replace: '',
    tests: REORG,
  },
  {
    name: 'A deposit that was undone is taken from the house though its owner still has it',
    file: 'server/src/custody/deposits/reverse-deposit.ts',
    find: 'const back = !credited || has >= amount ? amount : has;',
    replace: 'const back = credited ? 0n : amount + 0n * has;',
    tests: REORG,
  },
  {
    name: 'Bytes that replace others take the money of a withdrawal once more',
    file: 'server/src/custody/sending/send-rows.ts',
    find: ' || order.transactionId !== null) return [];',
    replace: ') return [];',
    tests: ['server/src/custody/scanning/dead-twice.test.ts'],
  },
  {
    name: 'Whoever proposes the owner of an unclaimed deposit also confirms it',
    file: 'server/src/custody/deposits/decide-unclaimed.ts',
    find: 'if (staffId === deposit.proposedBy || staffId === deposit.proposedUser)',
    replace: 'if (staffId === deposit.proposedUser)',
    tests: ['server/src/custody/deposits/unclaimed.test.ts'],
    only: 'takes two of the staff',
  },
  {
    name: 'Whoever stopped all withdrawals starts them again alone',
    file: 'server/src/custody/sending/kill-switch.ts',
    find: 'if (!stopped && before.by === caller.userId)',
    replace: "if (!stopped && before.by === '')",
    tests: ['server/src/custody/treasury/treasury.test.ts'],
    only: 'is turned by the treasury',
  },
  {
    name: 'The signer lets more leave within an hour than its cap',
    file: 'server/src/signer/caps.ts',
    find: 'const sums = exposure.addedSince(since, now);',
    replace: 'const sums = new Map<Asset, bigint>();',
    tests: CAPS,
    only: 'within the caps',
  },
  {
    name: 'The signer signs anew on the word of the clock',
    file: 'server/src/signer/sign-orders.ts',
    find: '(await isDeadForGood(node, old))',
    replace: '(old.expires ?? Infinity) * 1000 < Date.now()',
    tests: CAPS,
    only: 'on the word of the clock',
  },
  {
    name: 'What outbids an earlier signature is counted as if there were none',
    file: 'server/src/signer/exposure.ts',
    find: 'const more = amount - (rivals?.most.get(asset) ?? 0n);',
    replace: 'const more = rivals ? 0n : amount;',
    tests: ['server/src/signer/exposure.test.ts'],
  },
  {
    name: 'A journal that was cut off is taken for whole',
    file: 'server/src/signer/journal-file.ts',
    find: "if (head !== null) return held ? null : 'CUT_OFF';",
    replace: 'if (head !== null) return null;',
    tests: ['server/src/signer/journal.test.ts'],
  },
  {
    name: 'The signer signs a withdrawal that lacks approvals',
    file: 'server/src/signer/judge-order.ts',
    find: 'if (approved.approvals < approved.neededApprovals)',
    replace: 'if (approved.approvals < 0)',
    tests: SIGNER,
    only: 'is refused',
  },
  {
    name: 'The signer pays another address than the one that was approved',
    file: 'server/src/signer/judge-order.ts',
    find: '    approved.address === order.address &&\n',
    replace: '',
    tests: SIGNER,
    only: 'is refused',
  },
  {
    name: 'The signer signs an order whose seal does not fit',
    file: 'server/src/signer/judge-order.ts',
    find: 'if (!sealFits(options.sealKey, order, order.seal))',
    replace: 'if (!sealFits(options.sealKey, order, order.seal) && order.seal.length === 0)',
    tests: SIGNER,
    only: 'is refused',
  },
];
