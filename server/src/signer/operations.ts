import { CHAINS, type Chain } from '@sarraf/domain';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { AddressAttestation } from '../custody/ports.ts';
import type { RunningSigner } from './create-signer.ts';
import type { OperatorRequest } from './operator.ts';
import type { SignRequest } from './sign-orders.ts';

/** The request is malformed. */
export class BadRequest extends Error {}

const closed = { additionalProperties: false } as const;
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const whole = (maximum = Number.MAX_SAFE_INTEGER) => Type.Integer({ minimum: 0, maximum });
const amount = Type.BigInt();
const chain = Type.Enum([...CHAINS]);

const generation = Type.Optional(whole(0xffff));
const place = Type.Union([
  Type.Object({ branch: Type.Literal('hot'), generation }, closed),
  Type.Object({ branch: Type.Literal('deposit'), index: whole(0x7fffffff), generation }, closed),
]);
const input = Type.Object({ txid: text(100), index: whole(), amount, key: place }, closed);

const plan = Type.Union([
  Type.Object(
    {
      family: Type.Literal('UTXO'),
      inputs: Type.Array(input, { maxItems: 1_000 }),
      previous: Type.Array(Type.String(), { maxItems: 1_000 }),
      fee: amount,
    },
    closed,
  ),
  Type.Object(
    {
      family: Type.Literal('EVM'),
      chainId: whole(),
      nonce: whole(),
      gasLimit: amount,
      maxFeePerGas: amount,
      maxPriorityFeePerGas: Type.Union([amount, Type.Null()]),
    },
    closed,
  ),
  Type.Object(
    {
      family: Type.Literal('TRON'),
      refBlockBytes: text(4),
      refBlockHash: text(16),
      timestamp: whole(),
      expiration: whole(),
      feeLimit: amount,
    },
    closed,
  ),
  Type.Object(
    { family: Type.Literal('XRPL'), sequence: whole(), fee: amount, lastLedgerSequence: whole() },
    closed,
  ),
  Type.Object(
    {
      family: Type.Literal('STELLAR'),
      sequence: amount,
      fee: amount,
      maxTime: whole(),
      createAccount: Type.Boolean(),
    },
    closed,
  ),
  Type.Object(
    {
      family: Type.Literal('MULTIVERSX'),
      nonce: whole(),
      gasPrice: amount,
      gasLimit: amount,
      chainId: text(20),
    },
    closed,
  ),
  Type.Object(
    {
      family: Type.Literal('EOS'),
      refBlockNum: whole(),
      refBlockPrefix: whole(),
      expiration: whole(),
      chainId: text(64),
    },
    closed,
  ),
]);

const base64url = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength });
const assertion = Type.Object(
  {
    key: base64url(1_500),
    authenticatorData: base64url(4_000),
    clientDataJSON: base64url(6_000),
    signature: base64url(2_000),
  },
  closed,
);
const order = Type.String({ pattern: '^[0-9a-f-]{36}$' });

const Sign = Type.Object(
  {
    chain,
    orders: Type.Array(order, { minItems: 1, maxItems: 50 }),
    plan: Type.Union([plan, Type.Null()]),
    sender: Type.Optional(text(150)),
    replaces: Type.Optional(text(100)),
    claim: Type.Optional(text(40)),
    approvals: Type.Optional(Type.Array(Type.Object({ order, assertion }, closed), { maxItems: 500 })),
  },
  closed,
);

const Claim = Type.Object(
  {
    generation,
    chain,
    address: text(150),
    tag: Type.Union([text(100), Type.Null()]),
    index: whole(0x7fffffff),
    userId: text(40),
    asset: text(40),
    tokenType: text(40),
  },
  closed,
);

const Pool = Type.Object(
  {
    chain,
    generation: whole(0xffff),
    from: whole(0x7fffffff),
    count: Type.Integer({ minimum: 1, maximum: 1_000 }),
  },
  closed,
);

const Operate = Type.Object(
  {
    asked: text(20_000),
    mac: text(64),
    signatures: Type.Optional(Type.Array(assertion, { maxItems: 10 })),
  },
  closed,
);

export type Operation = (argument: unknown) => Promise<unknown>;

/** Operations by path; each validates its input. */
export function operationsOf(signer: Omit<RunningSigner, 'close'>): ReadonlyMap<string, Operation> {
  return new Map<string, Operation>([
    ['/public-keys', () => signer.publicKeys()],
    ['/approval-keys', () => signer.approvalKeys()],
    ['/status', () => signer.status()],
    // State of a signer that waits for shares: ceremony/lock.ts.
    ['/lock', async () => null],
    [
      '/latch',
      async () => {
        await signer.latch();
        return true;
      },
    ],
    ['/attest', (claim) => signer.attest(validateRequest<AddressAttestation>(Claim, claim))],
    [
      '/pool-addresses',
      (asked) => {
        const pool = validateRequest<{ chain: Chain; generation: number; from: number; count: number }>(
          Pool,
          asked,
        );
        return signer.poolAddresses(pool.chain, pool.generation, pool.from, pool.count);
      },
    ],
    ['/operator-view', () => signer.operatorView()],
    [
      '/operate',
      async (request) => {
        await signer.operate(validateRequest<OperatorRequest>(Operate, request));
        return true;
      },
    ],
    ['/sign', (request) => signer.sign(validateRequest<SignRequest>(Sign, request))],
  ]);
}

/** `T` is the type of the schema, with the domain's own names. */
export function validateRequest<T>(schema: TSchema, value: unknown): T {
  if (Value.Check(schema, value)) return value as T;
  throw new BadRequest([...Value.Errors(schema, value)][0]?.message ?? 'malformed');
}
