import { CHAINS, type Chain } from '@sarraf/domain';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { AddressAttestation } from '../custody/ports.ts';
import type { RunningSigner } from './create-signer.ts';
import type { OperatorRequest } from './operator.ts';
import type { SignRequest } from './sign-orders.ts';

/** The request is malformed. */
export class BadRequestError extends Error {
  override readonly name = 'BadRequestError';
}

const noExtraProperties = { additionalProperties: false } as const;
const textSchema = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const integerSchema = (maximum = Number.MAX_SAFE_INTEGER) => Type.Integer({ minimum: 0, maximum });
const amount = Type.BigInt();
const chain = Type.Enum([...CHAINS]);

const generation = Type.Optional(integerSchema(0xffff));
const keyPathSchema = Type.Union([
  Type.Object({ branch: Type.Literal('hot'), generation }, noExtraProperties),
  Type.Object(
    { branch: Type.Literal('deposit'), index: integerSchema(0x7fffffff), generation },
    noExtraProperties,
  ),
]);
const input = Type.Object(
  { txid: textSchema(100), index: integerSchema(), amount, key: keyPathSchema },
  noExtraProperties,
);

const plan = Type.Union([
  Type.Object(
    {
      family: Type.Literal('UTXO'),
      inputs: Type.Array(input, { maxItems: 1_000 }),
      previous: Type.Array(Type.String(), { maxItems: 1_000 }),
      fee: amount,
    },
    noExtraProperties,
  ),
  Type.Object(
    {
      family: Type.Literal('EVM'),
      chainId: integerSchema(),
      nonce: integerSchema(),
      gasLimit: amount,
      maxFeePerGas: amount,
      maxPriorityFeePerGas: Type.Union([amount, Type.Null()]),
    },
    noExtraProperties,
  ),
  Type.Object(
    {
      family: Type.Literal('TRON'),
      refBlockBytes: textSchema(4),
      refBlockHash: textSchema(16),
      timestamp: integerSchema(),
      expiration: integerSchema(),
      feeLimit: amount,
    },
    noExtraProperties,
  ),
  Type.Object(
    {
      family: Type.Literal('XRPL'),
      sequence: integerSchema(),
      fee: amount,
      lastLedgerSequence: integerSchema(),
    },
    noExtraProperties,
  ),
  Type.Object(
    {
      family: Type.Literal('STELLAR'),
      sequence: amount,
      fee: amount,
      maxTime: integerSchema(),
      createAccount: Type.Boolean(),
    },
    noExtraProperties,
  ),
  Type.Object(
    {
      family: Type.Literal('MULTIVERSX'),
      nonce: integerSchema(),
      gasPrice: amount,
      gasLimit: amount,
      chainId: textSchema(20),
    },
    noExtraProperties,
  ),
  Type.Object(
    {
      family: Type.Literal('EOS'),
      refBlockNum: integerSchema(),
      refBlockPrefix: integerSchema(),
      expiration: integerSchema(),
      chainId: textSchema(64),
    },
    noExtraProperties,
  ),
]);

const base64urlSchema = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength });
const assertion = Type.Object(
  {
    key: base64urlSchema(1_500),
    authenticatorData: base64urlSchema(4_000),
    clientDataJSON: base64urlSchema(6_000),
    signature: base64urlSchema(2_000),
  },
  noExtraProperties,
);
const order = Type.String({ pattern: '^[0-9a-f-]{36}$' });

const Sign = Type.Object(
  {
    chain,
    orders: Type.Array(order, { minItems: 1, maxItems: 50 }),
    plan: Type.Union([plan, Type.Null()]),
    sender: Type.Optional(textSchema(150)),
    replaces: Type.Optional(textSchema(100)),
    claim: Type.Optional(textSchema(40)),
    approvals: Type.Optional(
      Type.Array(Type.Object({ order, assertion }, noExtraProperties), { maxItems: 500 }),
    ),
  },
  noExtraProperties,
);

const Claim = Type.Object(
  {
    generation,
    chain,
    address: textSchema(150),
    tag: Type.Union([textSchema(100), Type.Null()]),
    index: integerSchema(0x7fffffff),
    userId: textSchema(40),
    asset: textSchema(40),
    tokenType: textSchema(40),
  },
  noExtraProperties,
);

const Pool = Type.Object(
  {
    chain,
    generation: integerSchema(0xffff),
    from: integerSchema(0x7fffffff),
    count: Type.Integer({ minimum: 1, maximum: 1_000 }),
  },
  noExtraProperties,
);

const Operate = Type.Object(
  {
    asked: textSchema(20_000),
    mac: textSchema(64),
    signatures: Type.Optional(Type.Array(assertion, { maxItems: 10 })),
  },
  noExtraProperties,
);

export type Operation = (argument: unknown) => Promise<unknown>;

/** Operations by path; each validates its input. */
export function createSignerOperations(signer: Omit<RunningSigner, 'close'>): ReadonlyMap<string, Operation> {
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
      (poolRequest) => {
        const pool = validateRequest<{ chain: Chain; generation: number; from: number; count: number }>(
          Pool,
          poolRequest,
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
  throw new BadRequestError([...Value.Errors(schema, value)][0]?.message ?? 'malformed');
}
