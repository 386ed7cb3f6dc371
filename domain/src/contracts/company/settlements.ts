import { type Static, Type } from 'typebox';
import {
  DecimalText,
  described,
  endpoint,
  LANGUAGES,
  open,
  pageQuery,
  TABLE_FORMATS,
  TABLE_MEDIA,
  Timestamp,
  withBase,
  withContent,
} from '../endpoint.ts';
import { WITHDRAWAL_STATES } from '../withdrawal.ts';
import { orNull, withId } from './shared.ts';

/**
 * DUE: to be bought; BOUGHT: to be sent; SENT: broadcast; DONE: received; CARRIED: too little, added to the next
 * period; MOVED: paid to the Toman wallet; RETURNED: the coins were returned to the wallet.
 */
export const SETTLEMENT_STATES = ['DUE', 'BOUGHT', 'SENT', 'DONE', 'CARRIED', 'MOVED', 'RETURNED'] as const;

export const Settlement = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    number: described('Number displayed on the receipt.', Type.String()),
    state: described(
      'State of the settlement. DUE: the coins are to be bought. BOUGHT: the coins are to be sent. SENT: the coins are on their way. DONE: the coins have arrived. CARRIED: the amount was too small and is carried over to the next period. MOVED: the amount is in the Toman wallet. RETURNED: the coins are in the wallet.',
      Type.Enum(SETTLEMENT_STATES),
    ),
    kind: described(
      "Kind of settlement. PERIOD: bought and sent as configured. WALLET: transferred to the owner's Toman wallet.",
      Type.Enum(['PERIOD', 'WALLET']),
    ),
    fromDateTime: described('Start of the period.', Timestamp),
    toDateTime: described('End of the period.', Timestamp),
    part: described('Number of this part, from 1, if the period took several purchases.', Type.Integer()),
    payments: described('Number of payments in the period.', Type.Integer()),
    receipts: described('Sum of the payments in the period, in Toman.', DecimalText),
    carriedIn: described('Amount carried over from the previous period, in Toman.', DecimalText),
    spent: described('Amount that was spent or transferred, in Toman; null until then.', orNull(DecimalText)),
    carriedOut: described(
      'Amount carried over to the next period, in Toman; null until it is known.',
      orNull(DecimalText),
    ),
    coinEntity: described(
      'Code of the coin; null if transferred to the wallet as Toman.',
      orNull(Type.String()),
    ),
    cryptoNetwork: described(
      'Code of the network; null if transferred to the wallet as Toman.',
      orNull(Type.String()),
    ),
    walletAddress: described(
      'Address that the coins are sent to; null if transferred to the wallet as Toman.',
      orNull(Type.String()),
    ),
    tag: described('Tag or memo of the address; null if there is none.', orNull(Type.String())),
    bought: described('Amount bought, in the coin; null until the purchase.', orNull(DecimalText)),
    unitPrice: described('Price paid for one coin, in Toman; null until the purchase.', orNull(DecimalText)),
    fee: described('Fee of the purchase, in Toman; null until the purchase.', orNull(DecimalText)),
    networkFee: described('Network fee, in the coin; null until the coins are sent.', orNull(DecimalText)),
    arrives: described(
      'Amount that arrives at the address, in the coin; null until the coins are sent.',
      orNull(DecimalText),
    ),
    orderNumber: described(
      'Number of the trade that bought the coins; null until the purchase.',
      orNull(Type.String()),
    ),
    withdrawal: described(
      'Withdrawal that sends the coins; null until there is one.',
      orNull(
        Type.Object(
          {
            state: described('State of the withdrawal.', Type.Enum(WITHDRAWAL_STATES)),
            txid: described(
              "Identifier of the withdrawal's transaction; null until it is on the chain.",
              orNull(Type.String()),
            ),
            link: described(
              "URL of the transaction's page on a public explorer; null if there is none.",
              orNull(Type.String()),
            ),
          },
          open,
        ),
      ),
    ),
    waits: described(
      'Reason why the settlement is waiting, as a code of the dictionary; null if it is not waiting.',
      orNull(Type.String()),
    ),
    nextTryAtDateTime: described('Time of the next attempt; null if there is none.', orNull(Timestamp)),
    createdAtDateTime: described('Time of creation.', Timestamp),
    doneAtDateTime: described('Time of completion; null until then.', orNull(Timestamp)),
  },
  open,
);
export type Settlement = Static<typeof Settlement>;

export const settlements = endpoint({
  method: 'GET',
  path: '/company/settlements',
  access: 'verified',
  rate: 'read',
  summary: 'Returns the settlements of all periods, newest first',
  query: Type.Object(pageQuery, open),
  reply: withContent(Settlement),
  errors: ['COMPANY_ONLY'],
});

export const settlementStatement = endpoint({
  method: 'GET',
  path: '/company/settlements/:id/statement',
  access: 'verified',
  rate: 'money',
  summary: 'Returns a settlement with all its payments, as CSV or XLSX',
  params: withId,
  query: Type.Object(
    {
      format: described('File format.', Type.Enum(TABLE_FORMATS)),
      lang: described('Language of the file.', Type.Enum(LANGUAGES)),
    },
    open,
  ),
  media: TABLE_MEDIA,
  reply: Type.Any(),
  errors: ['COMPANY_ONLY', 'NOT_FOUND', 'EXCEL_NOT_GENERATED'],
});

export const settlement = endpoint({
  method: 'GET',
  path: '/company/settlements/:id',
  access: 'verified',
  rate: 'read',
  summary: 'Returns one settlement',
  params: withId,
  reply: withBase(Settlement),
  errors: ['COMPANY_ONLY', 'NOT_FOUND'],
});

export const coinsToWallet = endpoint({
  method: 'POST',
  path: '/company/settlements/:id/to-wallet',
  access: 'authorized',
  rate: 'money',
  settles: true,
  feature: 'STORE_SETTLEMENT',
  summary: "Transfers coins that were bought but not sent yet to the owner's wallet",
  params: withId,
  reply: withBase(Settlement),
  errors: [
    'COMPANY_ONLY',
    'COMPANY_NOT_ACTIVE',
    'NOT_FOUND',
    'CONFLICT',
    'DEPOSIT_HOLD',
    'SERVICE_UNAVAILABLE',
  ],
});
