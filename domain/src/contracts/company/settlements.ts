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
    id: described('The id that other calls name it by.', Type.String()),
    number: described('The number that a receipt shows.', Type.String()),
    state: described(
      'DUE is to be bought, BOUGHT to be sent, SENT is on its way, DONE has arrived; CARRIED was too little and waits for the next period; MOVED lies in the Toman wallet; RETURNED: the coins lie in the wallet.',
      Type.Enum(SETTLEMENT_STATES),
    ),
    kind: described(
      "PERIOD: bought and sent as set. WALLET: taken to the owner's Toman wallet.",
      Type.Enum(['PERIOD', 'WALLET']),
    ),
    fromDateTime: described('When its period began.', Timestamp),
    toDateTime: described('When its period ended.', Timestamp),
    part: described('Of a period that took several purchases, from 1.', Type.Integer()),
    payments: described('How many payments the period had.', Type.Integer()),
    receipts: described('Sum of the payments of the period, Toman.', DecimalText),
    carriedIn: described('Toman carried over from the period before.', DecimalText),
    spent: described('Toman that was spent or moved; null: not yet.', orNull(DecimalText)),
    carriedOut: described('Toman carried over to the next period; null: not yet known.', orNull(DecimalText)),
    coinEntity: described('Code of the coin; null: taken to the wallet as Toman.', orNull(Type.String())),
    cryptoNetwork: described(
      'Code of the network; null: taken to the wallet as Toman.',
      orNull(Type.String()),
    ),
    walletAddress: described(
      'Where the coins go; null: taken to the wallet as Toman.',
      orNull(Type.String()),
    ),
    tag: described('Tag or memo of the address; null: none.', orNull(Type.String())),
    bought: described('What was bought, in the coin; null: nothing yet.', orNull(DecimalText)),
    unitPrice: described('Toman paid for one coin; null: nothing was bought yet.', orNull(DecimalText)),
    fee: described('Fee of the purchase, Toman; null: nothing was bought yet.', orNull(DecimalText)),
    networkFee: described(
      'What the network takes, in the coin; null: nothing was sent yet.',
      orNull(DecimalText),
    ),
    arrives: described(
      'What arrives at the address, in the coin; null: nothing was sent yet.',
      orNull(DecimalText),
    ),
    orderNumber: described(
      'Number of the trade that bought the coins; null: none yet.',
      orNull(Type.String()),
    ),
    withdrawal: described(
      'The withdrawal that sends the coins; null: none yet.',
      orNull(
        Type.Object(
          {
            state: described('How far the withdrawal has come.', Type.Enum(WITHDRAWAL_STATES)),
            txid: described('Id of its transaction; null: not on the chain yet.', orNull(Type.String())),
            link: described(
              "The transaction's page on a public explorer; null: none.",
              orNull(Type.String()),
            ),
          },
          open,
        ),
      ),
    ),
    waits: described("Why it waits: a code of the dictionary; null: it doesn't.", orNull(Type.String())),
    nextTryAtDateTime: described('When it is tried again; null: it is not.', orNull(Timestamp)),
    createdAtDateTime: described('When it was made.', Timestamp),
    doneAtDateTime: described('When it was done; null until then.', orNull(Timestamp)),
  },
  open,
);
export type Settlement = Static<typeof Settlement>;

export const settlements = endpoint({
  method: 'GET',
  path: '/company/settlements',
  access: 'verified',
  rate: 'read',
  summary: 'What became of each period, newest first',
  query: Type.Object(pageQuery, open),
  reply: withContent(Settlement),
  errors: ['COMPANY_ONLY'],
});

export const settlementStatement = endpoint({
  method: 'GET',
  path: '/company/settlements/:id/statement',
  access: 'verified',
  rate: 'money',
  summary: 'A settlement with all its payments as CSV or XLSX',
  params: withId,
  query: Type.Object(
    {
      format: described('Kind of file.', Type.Enum(TABLE_FORMATS)),
      lang: described('Language of what is made.', Type.Enum(LANGUAGES)),
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
  summary: 'One settlement',
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
  summary: "Takes coins that were bought and wait to be sent to the owner's wallet",
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
