import type { Mutant } from './mutant.ts';

const BOOK = ['server/src/trading/book/book.test.ts'];
const ICEBERG = ['server/src/trading/orders/iceberg.system.test.ts'];
const GROUPS = ['server/src/trading/triggers/groups.system.test.ts'];
const RECURRING = ['server/src/trading/recurring/recurring.system.test.ts'];
const TOLD = ['server/src/trading/triggers/notify-triggered.system.test.ts'];
const INDEX = ['server/src/trading/triggers/trigger-index.test.ts'];
const MODEL = ['server/src/trading/orders/settlement-property.test.ts'];

/** Iceberg orders, orders that wait for a price or belong to a group, and the notices about them. */
export const WAITING: readonly Mutant[] = [
  {
    name: 'Iceberg: a partly filled slice loses its priority',
    file: 'server/src/trading/book/fast-book.ts',
    find: '      } else this.#setLots(order, displayed - lots);\n',
    replace:
      '      } else {\n        this.#setLots(order, displayed - lots);\n        this.#moveBehind(order);\n      }\n',
    tests: BOOK,
    only: 'displays one slice of an order at a time',
  },
  {
    name: 'Iceberg: only the displayed amount of an order is blocked',
    file: 'server/src/trading/orders/order-row.ts',
    find: 'calculateHold(side, coin, amount - executed.amount, unitPrice, feeRate, executed)',
    replace:
      'calculateHold(side, coin, manner.slices?.display ?? amount - executed.amount, unitPrice, feeRate, executed)',
    tests: ICEBERG,
    only: 'displays a slice, blocks the whole amount',
  },
  {
    name: 'Iceberg: a reduced order displays a full slice again',
    file: 'server/src/trading/book/slices.ts',
    find: 'min(manner.slices.displayedAmount, remaining)',
    replace: 'min(manner.slices.display, remaining)',
    tests: ICEBERG,
    only: 'keeps its priority when reduced, hidden parts',
  },
  {
    name: 'Iceberg: the remaining slice after a fill is not stored',
    file: 'server/src/trading/orders/settle-match.ts',
    find: 'withDisplayedAmount(manner, slices.displayedAmount - amount)',
    replace: 'withDisplayedAmount(manner, slices.displayedAmount)',
    tests: ICEBERG,
    only: 'keeps its priority when reduced, hidden parts',
  },
  {
    name: 'Iceberg: an order reuses the hidden amount of the removed order whose slot it takes',
    file: 'server/src/trading/book/fast-book.ts',
    find: '        this.#setHidden(order, 0, 0);\n',
    replace: '',
    tests: BOOK,
    only: 'orders with hidden lots take turns',
  },
  {
    name: 'Groups: the hold of an order that ends with another is not released',
    file: 'server/src/trading/triggers/follow.ts',
    find: 'moves.addRelease(row, order.row.reserved);',
    replace: 'moves.addRelease(row, 0n);',
    tests: MODEL,
  },
  {
    name: "Groups: a buy order's surplus hold for its linked stop is not released",
    file: 'server/src/trading/triggers/follow.ts',
    find: "if (role === 'limit' && !ends) this.#releaseSurplus(changedOrder);",
    replace: "if (role === 'limit' && ends) this.#releaseSurplus(changedOrder);",
    tests: MODEL,
  },
  {
    name: 'Groups: a cancelled bracket sells more than its entry bought',
    file: 'server/src/trading/triggers/follow.ts',
    find: 'const amount = row.executedAmount;',
    replace: 'const amount = row.amount;',
    tests: GROUPS,
    only: 'sells what was bought when the price falls',
  },
  {
    name: 'Groups: a partly filled entry that is cancelled also ends its stop',
    file: 'server/src/trading/triggers/follow.ts',
    find: 'if (row.executedAmount === 0n) {',
    replace: 'if (row.executedAmount < row.amount) {',
    tests: MODEL,
  },
  {
    name: 'A triggered stop trades without releasing its hold',
    file: 'server/src/trading/triggers/fire-order.ts',
    find: 'releases.addRelease(order.row, order.row.reserved);',
    replace: 'void releases;',
    tests: MODEL,
  },
  {
    name: 'A trailing stop ignores the first price of a trade at several prices',
    file: 'server/src/trading/triggers/trailing-line.ts',
    find: 'const peak = from > to ? from : null;',
    replace: 'const peak = from < to ? from : null;',
    tests: INDEX,
  },
  {
    name: 'A trigger on the published price fires at the last price',
    file: 'server/src/trading/triggers/trigger-index.ts',
    find: 'const { rises, falls, trails } = this.#listsByPrice[by];\n    const [low',
    replace: 'const { rises, falls, trails } = this.#listsByPrice[by && "LAST"];\n    const [low',
    tests: MODEL,
  },
  {
    name: 'Notices: the outcome of a trigger order is sent at every job run',
    file: 'server/src/trading/triggers/outcome-store.ts',
    find: 'delete from order_outcomes where (at, order_id, outcome) in (',
    replace: 'select * from order_outcomes where (at, order_id, outcome) in (',
    also: {
      file: 'server/src/trading/triggers/outcome-store.ts',
      find: '      returning *\n',
      replace: '',
    },
    tests: TOLD,
    only: 'are sent once, with the trigger and its outcome',
  },
  {
    name: "Notices: an outcome reports the order's current state instead of its state at that time",
    file: 'server/src/trading/triggers/outcome-store.ts',
    find: 't.executed_amount as "executedAmount"',
    replace: 'o.executed_amount as "executedAmount"',
    tests: TOLD,
    only: 'say whether it matched nothing, a part',
  },
  {
    name: 'Recurring: a turn is bought at every job run',
    file: 'server/src/trading/recurring/buy-turn.ts',
    find: '    idempotency: turnIdempotency(turn),\n    decide(balanceOf, at) {',
    replace: '    decide(balanceOf, at) {',
    tests: RECURRING,
    only: 'are bought once each by several concurrent jobs',
  },
  {
    name: 'Recurring: a plan that its owner stopped is still bought',
    file: 'server/src/trading/recurring/buy-turn.ts',
    find: "owner: 'recurring', key: id, digest",
    replace: "owner: 'recurring', key: newId(), digest",
    tests: RECURRING,
    only: 'stopping a plan while the job runs has one outcome',
  },
  {
    name: 'Recurring: a turn is bought above the maximum price',
    file: 'server/src/trading/recurring/buy-turn.ts',
    find: 'if (turn.maxPrice !== null && unitPrice > turn.maxPrice)',
    replace: 'if (turn.maxPrice === null && unitPrice < 0n)',
    tests: RECURRING,
  },
  {
    name: 'Recurring: a turn is bought for an owner who has frozen the account',
    file: 'server/src/trading/recurring/buy-turn.ts',
    find: "  if (buyer.frozenAt !== null) return 'ACCOUNT_FROZEN';\n",
    replace: '',
    tests: RECURRING,
  },
  {
    name: 'Recurring: the fee is charged on top of the budget',
    file: 'server/src/trading/recurring/buy-turn.ts',
    find: 'computeAmountForTotal({ ...priced, total: turn.budget }, feeRate)',
    replace: 'computeAmountForTotal({ ...priced, total: turn.budget }, 0n)',
    tests: RECURRING,
    only: 'once however often the job runs',
  },
];
