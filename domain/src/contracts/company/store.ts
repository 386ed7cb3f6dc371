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
  coinEntity: described('Code of the coin that receipts are settled in.', Type.String({ maxLength: 40 })),
  cryptoNetwork: described('Code of the network that the coin is sent on.', Type.String({ maxLength: 40 })),
  walletAddress: described('Address of that network that the coins go to.', Type.String({ maxLength: 150 })),
  tag: described('Tag or memo, where the network has one.', Type.Optional(Type.String({ maxLength: 100 }))),
};

export const Company = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    name: described('Of the verified account; they change there.', Type.String()),
    logo: described('Path of its picture on this site; null: it has none.', orNull(Type.String())),
    phone: described('Telephone number of the company.', Type.String()),
    address: described('Where the company is, as its verified account says.', Type.String()),
    paymentLink: described(
      'Where payers pay, and its QR code: a path in a square of so many units.',
      Type.String(),
    ),
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
    lastTransfer: described('All that was ever received, Toman.', DecimalText),
    coinEntity: described(
      'Code of the coin that receipts are settled in; null: none is set.',
      orNull(Type.String()),
    ),
    cryptoNetwork: described(
      'Code of the network that the coin is sent on; null: none is set.',
      orNull(Type.String()),
    ),
    perTime: described('How often receipts are settled; null: no period is set.', orNull(Type.Enum(PERIODS))),
    walletAddress: described(
      'The address that the coins are sent to; null: none is set.',
      orNull(Type.String()),
    ),
    walletAddressHalfDTO: described(
      'The same address, as older clients read it.',
      orNull(Type.Object({ address: described('The address the coins go to.', Type.String()) }, open)),
    ),
    tag: described('Tag or memo of the address; null: none.', orNull(Type.String())),
    receipts: described('Received and neither settled nor taken to the wallet, Toman.', DecimalText),
    paused: described('Nothing is bought or sent.', Type.Boolean()),
    blocked: described('By the staff: nobody can pay.', Type.Boolean()),
    next: described(
      'The next end of a period and what would be settled then, Toman; null: no settlement is set, or it is paused.',
      orNull(
        Type.Object(
          {
            dueAtDateTime: described('When the period ends.', Timestamp),
            amount: described('What would be settled then, Toman.', DecimalText),
          },
          open,
        ),
      ),
    ),
    change: described(
      'A new place, proved by code, that is paid from then on; until then the old one is.',
      orNull(
        Type.Object(
          {
            coinEntity: described('The new coin.', Type.String()),
            cryptoNetwork: described('The new network.', Type.String()),
            walletAddress: described('The new address.', Type.String()),
            tag: described('The new tag or memo; null: none.', orNull(Type.String())),
            fromDateTime: described('From when the new one is paid.', Timestamp),
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
  summary: "The caller's store (customer kind COMPANY)",
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
    'Sets coin, network, address and period; a new place needs its code, and after the first is paid 24 hours later',
  body: Type.Object(
    {
      ...Destination,
      perTime: described('How often receipts are settled.', Type.Enum(PERIODS)),
      code: described(
        'Of `send-code`, for exactly this coin, network and address; needed where one of them is new.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
      id: ignored('a store is its account’s'),
      name: ignored('of the verified account'),
      phone: ignored('of the verified account'),
      address: ignored('of the verified account'),
      lastTransfer: ignored('calculated from what was received'),
      walletAddressHalfDTO: ignored('`walletAddress` counts'),
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
  summary: 'Sends the code that lets receipts go to exactly this place',
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
  summary: 'Drops the new place that is not in force yet',
  reply: withBase(Company),
  errors: ['COMPANY_ONLY', 'CONFLICT'],
});

export const pauseCompany = endpoint({
  method: 'PUT',
  path: '/company/paused',
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Stops buying and sending, or lets it go on',
  body: Type.Object(
    { paused: described('True stops buying and sending; false lets it go on.', Type.Boolean()) },
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
  summary: 'Sets the picture that payers see: PNG or WebP, redrawn as PNG',
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
  summary: 'Takes the picture away; payers see the first letter of the name',
  reply: withBase(Company),
  errors: ['COMPANY_ONLY'],
});

export const storeLogo = endpoint({
  method: 'GET',
  path: '/company-payments/company/:id/logo',
  access: 'public',
  rate: 'read',
  summary: 'The picture of a store (image/png)',
  params: withId,
  query: Type.Object({ v: ignored('it gives each version an address of its own') }, open),
  media: ['image/png'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

export const DryRun = Type.Object(
  {
    amount: described('Toman that was asked about.', DecimalText),
    least: described('Less than this in Toman waits for the next period, at the present price.', DecimalText),
    unitPrice: described('Toman for one whole coin.', DecimalText),
    bought: described('What would be bought, in the coin.', DecimalText),
    fee: described('Fee of the purchase, Toman.', DecimalText),
    total: described('Toman that the purchase takes.', DecimalText),
    rest: described(
      'Toman that stay for the next period, or for the next part where there is `more`.',
      DecimalText,
    ),
    networkFee: described('What the network takes, in the coin.', DecimalText),
    arrives: described('What would arrive at the address, in the coin.', DecimalText),
    carried: described('It is too little: all of it waits.', Type.Boolean()),
    more: described(
      'It is too much for one purchase: the rest is bought by further parts of the same settlement.',
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
  summary: 'What would be bought and sent for an amount of Toman at the present price',
  query: Type.Object(
    {
      coinEntity: described('Code of the coin that receipts are settled in.', Destination.coinEntity),
      cryptoNetwork: described('Code of the network that the coin is sent on.', Destination.cryptoNetwork),
      amount: described('Toman to be settled.', DecimalInput),
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
  summary: "Takes what was received, and settlements that wait, to the owner's Toman wallet",
  reply: withBase(
    Type.Object(
      {
        amount: described('Toman that was moved.', DecimalText),
        company: described('The store as it is afterwards.', Company),
      },
      open,
    ),
  ),
  errors: ['COMPANY_ONLY', 'COMPANY_NOT_ACTIVE', 'CONFLICT'],
});
