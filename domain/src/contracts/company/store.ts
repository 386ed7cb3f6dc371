import { type Static, Type } from 'typebox';
import { endpoint, LANGUAGES } from '../endpoint.ts';
import {
  DecimalInput,
  decimal,
  described,
  flag,
  ignored,
  integer,
  itemReply,
  nullable,
  object,
  oneOf,
  optional,
  text,
  time,
} from '../fields.ts';
import { TwoStepPrompt } from '../identity.ts';
import { withId } from './shared.ts';

export const PERIODS = ['PER_DAY', 'PER_WEEK', 'PER_MONTH'] as const;
export type PaymentPeriod = (typeof PERIODS)[number];

const Destination = {
  coinEntity: text('Code of the coin in which receipts are settled.', { maxLength: 40 }),
  cryptoNetwork: text('Code of the network on which the coin is sent.', { maxLength: 40 }),
  walletAddress: text('Address on that network that the coins are sent to.', { maxLength: 150 }),
  tag: optional('Tag or memo, if the network uses one.', Type.String({ maxLength: 100 })),
};

export const Company = object({
  id: text('Identifier used in other calls.'),
  name: text('Name of the verified account, where it can be changed.'),
  logo: nullable("Path of the company's picture on this site; null if there is none.", Type.String()),
  phone: text('Telephone number of the company.'),
  address: text('Address of the company, as in its verified account.'),
  paymentLink: text('URL where payers pay; `qr` is its QR code.'),
  qr: described('QR code of the payment link.', {
    size: integer('Side of the square, in modules.'),
    path: text('SVG path of the dark modules.'),
  }),
  lastTransfer: decimal('Total ever received, in Toman.'),
  coinEntity: nullable('Code of the coin in which receipts are settled; null if none is set.', Type.String()),
  cryptoNetwork: nullable(
    'Code of the network on which the coin is sent; null if none is set.',
    Type.String(),
  ),
  perTime: nullable('Period of settlement of receipts; null if none is set.', Type.Enum(PERIODS)),
  walletAddress: nullable('Address that the coins are sent to; null if none is set.', Type.String()),
  walletAddressHalfDTO: nullable('Same address, in the format for older clients.', {
    address: text('Address that the coins are sent to.'),
  }),
  tag: nullable('Tag or memo of the address; null if there is none.', Type.String()),
  receipts: decimal('Amount received and neither settled nor transferred to the wallet, in Toman.'),
  paused: flag('Whether buying and sending of coins is paused.'),
  blocked: flag("Whether the store is blocked by staff and can't be paid."),
  next: nullable(
    'Next end of a period and the amount that would be settled then, in Toman; null if settlement is not configured or is paused.',
    {
      dueAtDateTime: time('End of the period.'),
      amount: decimal('Amount that would be settled then, in Toman.'),
    },
  ),
  change: nullable(
    'New destination, confirmed by a code, that becomes effective at the given time; until then the previous one is used.',
    {
      coinEntity: text('New coin.'),
      cryptoNetwork: text('New network.'),
      walletAddress: text('New address.'),
      tag: nullable('New tag or memo; null if there is none.', Type.String()),
      fromDateTime: time('Time from which the new destination is used.'),
    },
  ),
});
export type Company = Static<typeof Company>;

export const company = endpoint('GET', '/company', {
  access: 'verified',
  rate: 'read',
  summary: "Returns the caller's store (customer kind COMPANY)",
  reply: itemReply(Company),
  errors: ['COMPANY_ONLY'],
});

export const saveCompany = endpoint('POST', '/company', {
  access: 'authorized',
  setting: true,
  rate: 'code',
  feature: null,
  summary:
    'Sets the coin, network, address and period; a new destination requires its code and, except for the first one, becomes effective 24 hours later',
  body: object({
    ...Destination,
    perTime: oneOf('Period of settlement of receipts.', PERIODS),
    code: optional(
      'Code from `send-code` for exactly this coin, network and address; required if one of them is new.',
      Type.String({ maxLength: 20 }),
    ),
    id: ignored('the store is that of the caller’s account'),
    name: ignored('taken from the verified account'),
    phone: ignored('taken from the verified account'),
    address: ignored('taken from the verified account'),
    lastTransfer: ignored('calculated from the receipts'),
    walletAddressHalfDTO: ignored('`walletAddress` is used instead'),
  }),
  reply: itemReply(Company),
  errors: [
    'COMPANY_ONLY',
    'You Dont Have This Coin Wallet',
    'INVALID_ADDRESS',
    'INVALID_TAG',
    'TAG_MISMATCH',
    'OWN_ADDRESS',
    'Incorrect OTP',
    'Code Expired',
    'WITHDRAWAL_HOLD',
  ],
});

export const sendCompanyCode = endpoint('POST', '/company/send-code', {
  access: 'authorized',
  rate: 'code',
  feature: null,
  summary: 'Sends the code that confirms exactly this destination of receipts',
  body: object(Destination),
  languages: LANGUAGES,
  reply: itemReply(TwoStepPrompt),
  errors: [
    'COMPANY_ONLY',
    'INVALID_ADDRESS',
    'INVALID_TAG',
    'TAG_MISMATCH',
    'OWN_ADDRESS',
    'WITHDRAWAL_HOLD',
  ],
});

export const undoCompanyChange = endpoint('POST', '/company/undo-change', {
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Cancels a new destination that is not effective yet',
  reply: itemReply(Company),
  errors: ['COMPANY_ONLY', 'CONFLICT'],
});

export const pauseCompany = endpoint('PUT', '/company/paused', {
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Pauses or resumes buying and sending',
  body: object({ paused: flag('Whether to pause buying and sending; false resumes it.') }),
  reply: itemReply(Company),
  errors: ['COMPANY_ONLY'],
});

const LOGO_BYTES = 500_000;

export const saveStoreLogo = endpoint('POST', '/company/logo', {
  access: 'authorized',
  rate: 'write',
  feature: null,
  summary: 'Sets the picture displayed to payers: PNG or WebP, re-encoded as PNG',
  files: { names: ['logo'], maxBytes: LOGO_BYTES },
  reply: itemReply(Company),
  errors: ['COMPANY_ONLY', 'INVALID_IMAGE', 'PAYLOAD_TOO_LARGE'],
});

export const removeStoreLogo = endpoint('DELETE', '/company/logo', {
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Deletes the picture; payers then see the first letter of the name',
  reply: itemReply(Company),
  errors: ['COMPANY_ONLY'],
});

export const storeLogo = endpoint('GET', '/company-payments/company/:id/logo', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the picture of a store (image/png)',
  params: withId,
  query: object({ v: ignored('a version, so that a new picture has a new URL') }),
  media: ['image/png'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

export const DryRun = object({
  amount: decimal('Requested amount, in Toman.'),
  least: decimal(
    'Minimum that is settled at the current price, in Toman; smaller amounts are carried over to the next period.',
  ),
  unitPrice: decimal('Price of one whole coin, in Toman.'),
  bought: decimal('Amount that would be bought, in the coin.'),
  fee: decimal('Fee of the purchase, in Toman.'),
  total: decimal('Amount that the purchase spends, in Toman.'),
  rest: decimal('Amount that remains for the next period, or for the next part if `more` is true, in Toman.'),
  networkFee: decimal('Network fee, in the coin.'),
  arrives: decimal('Amount that would arrive at the address, in the coin.'),
  carried: flag('Whether the amount is too small, so that all of it is carried over.'),
  more: flag(
    'Whether the amount is too large for one purchase, so that the remainder is bought by further parts of the same settlement.',
  ),
});
export type DryRun = Static<typeof DryRun>;

export const simulateSettlement = endpoint('GET', '/company/dry-run', {
  access: 'authorized',
  rate: 'read',
  summary: 'Returns the amounts that would be bought and sent for an amount of Toman at the current price',
  query: object({
    coinEntity: described('Code of the coin in which receipts are settled.', Destination.coinEntity),
    cryptoNetwork: described('Code of the network on which the coin is sent.', Destination.cryptoNetwork),
    amount: described('Amount to settle, in Toman.', DecimalInput),
  }),
  reply: itemReply(DryRun),
  errors: [
    'COMPANY_ONLY',
    'MARKET_IS_NOT_ACTIVE',
    'WITHDRAWAL_NOT_AVAILABLE',
    'You Dont Have This Coin Wallet',
    'UNACCEPTABLE_AMOUNT',
  ],
});

export const moveReceiptsToWallet = endpoint('POST', '/company/to-wallet', {
  access: 'authorized',
  rate: 'money',
  settles: true,
  feature: 'STORE_SETTLEMENT',
  summary: "Transfers receipts and pending settlements to the owner's Toman wallet",
  reply: itemReply({
    amount: decimal('Amount transferred, in Toman.'),
    company: described('Store after the transfer.', Company),
  }),
  errors: ['COMPANY_ONLY', 'COMPANY_NOT_ACTIVE', 'CONFLICT'],
});
