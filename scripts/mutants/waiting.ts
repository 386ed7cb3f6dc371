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
    name: 'Iceberg: a slice that is taken in part loses its place in the line',
    file: 'server/src/trading/book/fast-book.ts',
    find: '      } else this.#setLots(order, shown - lots);\n',
    replace:
      '      } else {\n        this.#setLots(order, shown - lots);\n        this.#moveBehind(order);\n      }\n',
    tests: BOOK,
    only: 'displays one slice of an order at a time',
  },
  {
    name: 'Iceberg: only what is shown of an order is blocked for it',
    file: 'server/src/trading/orders/order-row.ts',
    find: 'calculateHold(side, coin, amount - executed.amount, unitPrice, wage, executed)',
    replace:
      'calculateHold(side, coin, manner.slices?.display ?? amount - executed.amount, unitPrice, wage, executed)',
    tests: ICEBERG,
    only: 'displays a slice, blocks the whole amount',
  },
  {
    name: 'Iceberg: one that asks for less shows a whole slice again',
    file: 'server/src/trading/book/slices.ts',
    find: 'least(manner.slices.shown, left)',
    replace: 'least(manner.slices.display, left)',
    tests: ICEBERG,
    only: 'keeps its priority when reduced, hidden parts',
  },
  {
    name: 'Iceberg: what a fill left of a slice is not written down',
    file: 'server/src/trading/orders/settle-match.ts',
    find: 'withShown(manner, slices.shown - amount)',
    replace: 'withShown(manner, slices.shown)',
    tests: ICEBERG,
    only: 'keeps its priority when reduced, hidden parts',
  },
  {
    name: 'Iceberg: what an order hid that left untraded is hidden by the next one in its place',
    file: 'server/src/trading/book/fast-book.ts',
    find: '        this.#hide(order, 0, 0);\n',
    replace: '',
    tests: BOOK,
    only: 'orders with hidden lots take turns',
  },
  {
    name: 'Groups: what was blocked for an order that ends with another stays blocked',
    file: 'server/src/trading/triggers/follow.ts',
    find: 'moves.release(row, order.row.reserved);',
    replace: 'moves.release(row, 0n);',
    tests: MODEL,
  },
  {
    name: 'Groups: what the stop beside it would have needed stays blocked with a purchase',
    file: 'server/src/trading/triggers/follow.ts',
    find: "if (role === 'limit' && !ends) this.#giveBackSurplus(one);",
    replace: "if (role === 'limit' && ends) this.#giveBackSurplus(one);",
    tests: MODEL,
  },
  {
    name: 'Groups: the entry of a bracket that was cancelled has more sold than it bought',
    file: 'server/src/trading/triggers/follow.ts',
    find: 'const amount = row.executedAmount;',
    replace: 'const amount = row.amount;',
    tests: GROUPS,
    only: 'sells what was bought when the price falls',
  },
  {
    name: 'Groups: a cancelled entry takes the stop along that is to sell what it bought',
    file: 'server/src/trading/triggers/follow.ts',
    find: 'if (row.executedAmount === 0n) {',
    replace: 'if (row.executedAmount < row.amount) {',
    tests: MODEL,
  },
  {
    name: 'A stop that triggers is traded with money that is still blocked for it as well',
    file: 'server/src/trading/triggers/fire-order.ts',
    find: 'freed.release(order.row, order.row.reserved);',
    replace: 'void freed;',
    tests: MODEL,
  },
  {
    name: 'A trailing stop does not see the first price of a trade that takes several',
    file: 'server/src/trading/triggers/trailing-line.ts',
    find: 'const peak = from > to ? from : null;',
    replace: 'const peak = from < to ? from : null;',
    tests: INDEX,
  },
  {
    name: 'An order that waits for the published price triggers by the last one',
    file: 'server/src/trading/triggers/trigger-index.ts',
    find: 'const { rises, falls, trails } = this.#lines[by];\n    const [low',
    replace: 'const { rises, falls, trails } = this.#lines[by && "LAST"];\n    const [low',
    tests: MODEL,
  },
  {
    name: 'Notices: what became of an order that waited is told at each look',
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
    name: 'Notices: an order is told of as it is when somebody looks, not as it was',
    file: 'server/src/trading/triggers/outcome-store.ts',
    find: 't.executed_amount as "executedAmount"',
    replace: 'o.executed_amount as "executedAmount"',
    tests: TOLD,
    only: 'say whether it matched nothing, a part',
  },
  {
    name: 'Recurring: a turn is bought as often as its job looks at it',
    file: 'server/src/trading/recurring/buy-turn.ts',
    find: '    idempotency: keyOf(turn),\n    decide(balanceOf, at) {',
    replace: '    decide(balanceOf, at) {',
    tests: RECURRING,
    only: 'are bought once each by several concurrent jobs',
  },
  {
    name: 'Recurring: one that its owner has stopped is bought all the same',
    file: 'server/src/trading/recurring/buy-turn.ts',
    find: "owner: 'recurring', key: id, digest",
    replace: "owner: 'recurring', key: newId(), digest",
    tests: RECURRING,
    only: 'stopping a plan while the job runs has one outcome',
  },
  {
    name: 'Recurring: it is bought at any price, also one above the highest that its owner set',
    file: 'server/src/trading/recurring/buy-turn.ts',
    find: 'if (turn.maxPrice !== null && unitPrice > turn.maxPrice)',
    replace: 'if (turn.maxPrice === null && unitPrice < 0n)',
    tests: RECURRING,
  },
  {
    name: 'Recurring: it is bought for an owner who has frozen the account',
    file: 'server/src/trading/recurring/buy-turn.ts',
    find: "  if (buyer.frozenAt !== null) return 'ACCOUNT_FROZEN';\n",
    replace: '',
    tests: RECURRING,
  },
  {
    name: 'Recurring: the fee comes on top of what is to be spent',
    file: 'server/src/trading/recurring/buy-turn.ts',
    find: 'amountForTotal({ ...asked, total: turn.budget }, wage)',
    replace: 'amountForTotal({ ...asked, total: turn.budget }, 0n)',
    tests: RECURRING,
    only: 'once however often the job runs',
  },
];
