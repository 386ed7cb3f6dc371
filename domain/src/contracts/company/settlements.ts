import { type Static, Type } from 'typebox';
import { endpoint, LANGUAGES, TABLE_FORMATS, TABLE_MEDIA } from '../endpoint.ts';
import {
  DecimalText,
  decimal,
  integer,
  itemReply,
  listReply,
  nullable,
  object,
  oneOf,
  pageQuery,
  Timestamp,
  text,
  time,
} from '../fields.ts';
import { WITHDRAWAL_STATES } from '../withdrawal.ts';
import { withId } from './shared.ts';

/**
 * DUE: to be bought; BOUGHT: to be sent; SENT: broadcast; DONE: received; CARRIED: too little, added to the next
 * period; MOVED: paid to the Toman wallet; RETURNED: the coins were returned to the wallet.
 */
export const SETTLEMENT_STATES = ['DUE', 'BOUGHT', 'SENT', 'DONE', 'CARRIED', 'MOVED', 'RETURNED'] as const;

export const Settlement = object({
  id: text('Identifier used in other calls.'),
  number: text('Number displayed on the receipt.'),
  state: oneOf(
    'State of the settlement. DUE: the coins are to be bought. BOUGHT: the coins are to be sent. SENT: the coins are on their way. DONE: the coins have arrived. CARRIED: the amount was too small and is carried over to the next period. MOVED: the amount is in the Toman wallet. RETURNED: the coins are in the wallet.',
    SETTLEMENT_STATES,
  ),
  kind: oneOf(
    "Kind of settlement. PERIOD: bought and sent as configured. WALLET: transferred to the owner's Toman wallet.",
    ['PERIOD', 'WALLET'],
  ),
  fromDateTime: time('Start of the period.'),
  toDateTime: time('End of the period.'),
  part: integer('Number of this part, from 1, if the period took several purchases.'),
  payments: integer('Number of payments in the period.'),
  receipts: decimal('Sum of the payments in the period, in Toman.'),
  carriedIn: decimal('Amount carried over from the previous period, in Toman.'),
  spent: nullable('Amount that was spent or transferred, in Toman; null until then.', DecimalText),
  carriedOut: nullable(
    'Amount carried over to the next period, in Toman; null until it is known.',
    DecimalText,
  ),
  coinEntity: nullable('Code of the coin; null if transferred to the wallet as Toman.', Type.String()),
  cryptoNetwork: nullable('Code of the network; null if transferred to the wallet as Toman.', Type.String()),
  walletAddress: nullable(
    'Address that the coins are sent to; null if transferred to the wallet as Toman.',
    Type.String(),
  ),
  tag: nullable('Tag or memo of the address; null if there is none.', Type.String()),
  bought: nullable('Amount bought, in the coin; null until the purchase.', DecimalText),
  unitPrice: nullable('Price paid for one coin, in Toman; null until the purchase.', DecimalText),
  fee: nullable('Fee of the purchase, in Toman; null until the purchase.', DecimalText),
  networkFee: nullable('Network fee, in the coin; null until the coins are sent.', DecimalText),
  arrives: nullable(
    'Amount that arrives at the address, in the coin; null until the coins are sent.',
    DecimalText,
  ),
  orderNumber: nullable('Number of the trade that bought the coins; null until the purchase.', Type.String()),
  withdrawal: nullable('Withdrawal that sends the coins; null until there is one.', {
    state: oneOf('State of the withdrawal.', WITHDRAWAL_STATES),
    txid: nullable(
      "Identifier of the withdrawal's transaction; null until it is on the chain.",
      Type.String(),
    ),
    link: nullable(
      "URL of the transaction's page on a public explorer; null if there is none.",
      Type.String(),
    ),
  }),
  waits: nullable(
    'Reason why the settlement is waiting, as a code of the dictionary; null if it is not waiting.',
    Type.String(),
  ),
  nextTryAtDateTime: nullable('Time of the next attempt; null if there is none.', Timestamp),
  createdAtDateTime: time('Time of creation.'),
  doneAtDateTime: nullable('Time of completion; null until then.', Timestamp),
});
export type Settlement = Static<typeof Settlement>;

export const settlements = endpoint('GET', '/company/settlements', {
  access: 'verified',
  rate: 'read',
  summary: 'Returns the settlements of all periods, newest first',
  query: object(pageQuery),
  reply: listReply(Settlement),
  errors: ['COMPANY_ONLY'],
});

export const settlementStatement = endpoint('GET', '/company/settlements/:id/statement', {
  access: 'verified',
  rate: 'money',
  summary: 'Returns a settlement with all its payments, as CSV or XLSX',
  params: withId,
  query: object({
    format: oneOf('File format.', TABLE_FORMATS),
    lang: oneOf('Language of the file.', LANGUAGES),
  }),
  media: TABLE_MEDIA,
  reply: Type.Any(),
  errors: ['COMPANY_ONLY', 'NOT_FOUND', 'EXCEL_NOT_GENERATED'],
});

export const settlement = endpoint('GET', '/company/settlements/:id', {
  access: 'verified',
  rate: 'read',
  summary: 'Returns one settlement',
  params: withId,
  reply: itemReply(Settlement),
  errors: ['COMPANY_ONLY', 'NOT_FOUND'],
});

export const moveCoinsToWallet = endpoint('POST', '/company/settlements/:id/to-wallet', {
  access: 'authorized',
  rate: 'money',
  settles: true,
  feature: 'STORE_SETTLEMENT',
  summary: "Transfers coins that were bought but not sent yet to the owner's wallet",
  params: withId,
  reply: itemReply(Settlement),
  errors: [
    'COMPANY_ONLY',
    'COMPANY_NOT_ACTIVE',
    'NOT_FOUND',
    'CONFLICT',
    'DEPOSIT_HOLD',
    'SERVICE_UNAVAILABLE',
  ],
});
