import { type Static, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  described,
  endpoint,
  ignored,
  LANGUAGES,
  open,
  Timestamp,
  withBase,
} from '../endpoint.ts';
import { TwoStepPrompt } from '../identity.ts';
import { orNull, withId } from './shared.ts';

export const PERIODS = ['PER_DAY', 'PER_WEEK', 'PER_MONTH'] as const;
export type PaymentPeriod = (typeof PERIODS)[number];

const Destination = {
  coinEntity: described('Code of the coin in which receipts are settled.', Type.String({ maxLength: 40 })),
  cryptoNetwork: described('Code of the network on which the coin is sent.', Type.String({ maxLength: 40 })),
  walletAddress: described(
    'Address on that network that the coins are sent to.',
    Type.String({ maxLength: 150 }),
  ),
  tag: described('Tag or memo, if the network uses one.', Type.Optional(Type.String({ maxLength: 100 }))),
};

export const Company = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    name: described('Name of the verified account, where it can be changed.', Type.String()),
    logo: described(
      "Path of the company's picture on this site; null if there is none.",
      orNull(Type.String()),
    ),
    phone: described('Telephone number of the company.', Type.String()),
    address: described('Address of the company, as in its verified account.', Type.String()),
    paymentLink: described('URL where payers pay; `qr` is its QR code.', Type.String()),
    qr: described(
      'QR code of the payment link.',
      Type.Object(
        {
          size: described('Side of the square, in modules.', Type.Integer()),
          path: described('SVG path of the dark modules.', Type.String()),
        },
        open,
      ),
    ),
    lastTransfer: described('Total ever received, in Toman.', DecimalText),
    coinEntity: described(
      'Code of the coin in which receipts are settled; null if none is set.',
      orNull(Type.String()),
    ),
    cryptoNetwork: described(
      'Code of the network on which the coin is sent; null if none is set.',
      orNull(Type.String()),
    ),
    perTime: described('Period of settlement of receipts; null if none is set.', orNull(Type.Enum(PERIODS))),
    walletAddress: described(
      'Address that the coins are sent to; null if none is set.',
      orNull(Type.String()),
    ),
    walletAddressHalfDTO: described(
      'Same address, in the format for older clients.',
      orNull(Type.Object({ address: described('Address that the coins are sent to.', Type.String()) }, open)),
    ),
    tag: described('Tag or memo of the address; null if there is none.', orNull(Type.String())),
    receipts: described(
      'Amount received and neither settled nor transferred to the wallet, in Toman.',
      DecimalText,
    ),
    paused: described('Whether buying and sending of coins is paused.', Type.Boolean()),
    blocked: described("Whether the store is blocked by staff and can't be paid.", Type.Boolean()),
    next: described(
      'Next end of a period and the amount that would be settled then, in Toman; null if settlement is not configured or is paused.',
      orNull(
        Type.Object(
          {
            dueAtDateTime: described('End of the period.', Timestamp),
            amount: described('Amount that would be settled then, in Toman.', DecimalText),
          },
          open,
        ),
      ),
    ),
    change: described(
      'New destination, confirmed by a code, that becomes effective at the given time; until then the previous one is used.',
      orNull(
        Type.Object(
          {
            coinEntity: described('New coin.', Type.String()),
            cryptoNetwork: described('New network.', Type.String()),
            walletAddress: described('New address.', Type.String()),
            tag: described('New tag or memo; null if there is none.', orNull(Type.String())),
            fromDateTime: described('Time from which the new destination is used.', Timestamp),
          },
          open,
        ),
      ),
    ),
  },
  open,
);
export type Company = Static<typeof Company>;

export const company = endpoint({
  method: 'GET',
  path: '/company',
  access: 'verified',
  rate: 'read',
  summary: "Returns the caller's store (customer kind COMPANY)",
  reply: withBase(Company),
  errors: ['COMPANY_ONLY'],
});

export const saveCompany = endpoint({
  method: 'POST',
  path: '/company',
  access: 'authorized',
  setting: true,
  rate: 'code',
  feature: null,
  summary:
    'Sets the coin, network, address and period; a new destination requires its code and, except for the first one, becomes effective 24 hours later',
  body: Type.Object(
    {
      ...Destination,
      perTime: described('Period of settlement of receipts.', Type.Enum(PERIODS)),
      code: described(
        'Code from `send-code` for exactly this coin, network and address; required if one of them is new.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
      id: ignored('the store is that of the caller’s account'),
      name: ignored('taken from the verified account'),
      phone: ignored('taken from the verified account'),
      address: ignored('taken from the verified account'),
      lastTransfer: ignored('calculated from the receipts'),
      walletAddressHalfDTO: ignored('`walletAddress` is used instead'),
    },
    open,
  ),
  reply: withBase(Company),
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

export const companyCode = endpoint({
  method: 'POST',
  path: '/company/send-code',
  access: 'authorized',
  rate: 'code',
  feature: null,
  summary: 'Sends the code that confirms exactly this destination of receipts',
  body: Type.Object(Destination, open),
  languages: LANGUAGES,
  reply: withBase(TwoStepPrompt),
  errors: [
    'COMPANY_ONLY',
    'INVALID_ADDRESS',
    'INVALID_TAG',
    'TAG_MISMATCH',
    'OWN_ADDRESS',
    'WITHDRAWAL_HOLD',
  ],
});

export const undoCompanyChange = endpoint({
  method: 'POST',
  path: '/company/undo-change',
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Cancels a new destination that is not effective yet',
  reply: withBase(Company),
  errors: ['COMPANY_ONLY', 'CONFLICT'],
});

export const pauseCompany = endpoint({
  method: 'PUT',
  path: '/company/paused',
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Pauses or resumes buying and sending',
  body: Type.Object(
    { paused: described('Whether to pause buying and sending; false resumes it.', Type.Boolean()) },
    open,
  ),
  reply: withBase(Company),
  errors: ['COMPANY_ONLY'],
});

const LOGO_BYTES = 500_000;

export const saveStoreLogo = endpoint({
  method: 'POST',
  path: '/company/logo',
  access: 'authorized',
  rate: 'write',
  feature: null,
  summary: 'Sets the picture displayed to payers: PNG or WebP, re-encoded as PNG',
  files: { names: ['logo'], maxBytes: LOGO_BYTES },
  reply: withBase(Company),
  errors: ['COMPANY_ONLY', 'INVALID_IMAGE', 'PAYLOAD_TOO_LARGE'],
});

export const removeStoreLogo = endpoint({
  method: 'DELETE',
  path: '/company/logo',
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Deletes the picture; payers then see the first letter of the name',
  reply: withBase(Company),
  errors: ['COMPANY_ONLY'],
});

export const storeLogo = endpoint({
  method: 'GET',
  path: '/company-payments/company/:id/logo',
  access: 'public',
  rate: 'read',
  summary: 'Returns the picture of a store (image/png)',
  params: withId,
  query: Type.Object({ v: ignored('a version, so that a new picture has a new URL') }, open),
  media: ['image/png'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

export const DryRun = Type.Object(
  {
    amount: described('Requested amount, in Toman.', DecimalText),
    least: described(
      'Minimum that is settled at the current price, in Toman; smaller amounts are carried over to the next period.',
      DecimalText,
    ),
    unitPrice: described('Price of one whole coin, in Toman.', DecimalText),
    bought: described('Amount that would be bought, in the coin.', DecimalText),
    fee: described('Fee of the purchase, in Toman.', DecimalText),
    total: described('Amount that the purchase spends, in Toman.', DecimalText),
    rest: described(
      'Amount that remains for the next period, or for the next part if `more` is true, in Toman.',
      DecimalText,
    ),
    networkFee: described('Network fee, in the coin.', DecimalText),
    arrives: described('Amount that would arrive at the address, in the coin.', DecimalText),
    carried: described('Whether the amount is too small, so that all of it is carried over.', Type.Boolean()),
    more: described(
      'Whether the amount is too large for one purchase, so that the remainder is bought by further parts of the same settlement.',
      Type.Boolean(),
    ),
  },
  open,
);
export type DryRun = Static<typeof DryRun>;

export const companyDryRun = endpoint({
  method: 'GET',
  path: '/company/dry-run',
  access: 'authorized',
  rate: 'read',
  summary: 'Returns the amounts that would be bought and sent for an amount of Toman at the current price',
  query: Type.Object(
    {
      coinEntity: described('Code of the coin in which receipts are settled.', Destination.coinEntity),
      cryptoNetwork: described('Code of the network on which the coin is sent.', Destination.cryptoNetwork),
      amount: described('Amount to settle, in Toman.', DecimalInput),
    },
    open,
  ),
  reply: withBase(DryRun),
  errors: [
    'COMPANY_ONLY',
    'MARKET_IS_NOT_ACTIVE',
    'WITHDRAWAL_NOT_AVAILABLE',
    'You Dont Have This Coin Wallet',
    'UNACCEPTABLE_AMOUNT',
  ],
});

export const receiptsToWallet = endpoint({
  method: 'POST',
  path: '/company/to-wallet',
  access: 'authorized',
  rate: 'money',
  settles: true,
  feature: 'STORE_SETTLEMENT',
  summary: "Transfers receipts and pending settlements to the owner's Toman wallet",
  reply: withBase(
    Type.Object(
      {
        amount: described('Amount transferred, in Toman.', DecimalText),
        company: described('Store after the transfer.', Company),
      },
      open,
    ),
  ),
  errors: ['COMPANY_ONLY', 'COMPANY_NOT_ACTIVE', 'CONFLICT'],
});
