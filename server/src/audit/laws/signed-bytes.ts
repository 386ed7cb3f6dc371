/** Checks the content of signed bytes with the chains' own codecs: the only law that needs more than queries. */
import { setImmediate as turn } from 'node:timers/promises';
import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import {
  type ChainPayment,
  type Codec,
  codecOf,
  type DecodedTransaction,
  type Net,
} from '../../chains/index.ts';
import { paidBeside } from '../../chains/same-payment.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { within } from '../moves.ts';
import type { AuditScope, Invariant, Violation } from '../types.ts';
import { endings, signings } from './sendings.ts';

const NAME = 'signed transactions pay the requested amounts to the requested addresses and nothing else';
const MOST = 10;
const PAGE = 500;
/** Decoding checks signatures, which takes a millisecond or two each: yields to other work after this many. */
const BATCH_SIZE = 10;

interface SignedRow {
  id: string;
  chain: Chain;
  txid: string;
  raw: string;
  sender: string | null;
  sequence: bigint | null;
  maxFee: bigint | null;
  fee: bigint | null;
  /** The newest orders that the bytes pay; empty: the bytes had no effect, and their orders were signed again. */
  orders: (Omit<ChainPayment, 'amount'> & { amount: string })[];
}

/** Bytes that were recorded, or that ended, with the transfers of a scope. */
const touched = (scope: AuditScope) =>
  scope === 'all'
    ? sql`true`
    : sql`(x.payment_id in (select payment_id from (${endings(scope)}) e)
        or (x.chain, x.txid) in (select chain, txid from (${signings(scope)}) s))`;

const page = (scope: AuditScope, after: string) => sql<SignedRow>`
  select x.id, x.chain, x.txid, x.raw, x.sender, x.sequence, x.max_fee as "maxFee", x.fee, coalesce(o.orders, '[]') as orders
  from chain_transactions x left join lateral (
    select jsonb_agg(jsonb_build_object('to', o.address, 'tag', nullif(o.tag, ''), 'asset', o.asset,
      'tokenType', o.token_type, 'amount', o.amount::text)) as orders
    from chain_transactions y join outgoing o on o.transaction_id = y.id where y.payment_id = x.payment_id
  ) o on true
  where x.id > ${after}::uuid and ${touched(scope)} order by x.id limit ${PAGE}`;

type Decode = (chain: Chain, net: Net, raw: string) => DecodedTransaction;

/** `decode` parses bytes, or throws. Tests that check the same bytes repeatedly pass a caching one. */
export const lawOfSignedBytes = (decode: Decode): Invariant => ({
  name: NAME,
  concerns: () => true,
  async find(db, scope) {
    const found: Violation[] = [];
    if (scope !== 'all' && !(await sends(db, scope))) return found;
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { rows } = await page(scope, after).execute(db);
      for (const [at, row] of rows.entries()) {
        if (at % BATCH_SIZE === 0) await turn();
        const fault = faultOf(decode, row) ?? (await faultOfFee(db, decode, row));
        if (fault !== null) found.push({ law: NAME, row: { chain: row.chain, txid: row.txid, fault } });
        if (found.length === MOST) return found;
      }
      if (rows.length < PAGE) return found;
      after = rows.at(-1)?.id ?? after;
    }
  },
});

/** Returns false for most scopes, as most transfers are trades. */
async function sends(db: Queryable, scope: AuditScope): Promise<boolean> {
  const { rows } =
    await sql`select from transfers t where ${within(scope)} and t.kind in ('withdrawal', 'cost', 'correction')
    union all select from (${signings(scope)}) s limit 1`.execute(db);
  return rows.length > 0;
}

/** Main networks, and the test networks that nodes may be configured with. */
const NETS: readonly Net[] = ['main', 'regtest'];
const codecs = new Map<string, Codec>();
function codecFor(chain: Chain, net: Net): Codec {
  const codec = codecs.get(`${chain} ${net}`) ?? codecOf(chain, net);
  codecs.set(`${chain} ${net}`, codec);
  return codec;
}
export const decodeBytes: Decode = (chain, net, raw) => codecFor(chain, net).decode(raw);
export const signedBytes = lawOfSignedBytes(decodeBytes);

/** Returns the violation of signed bytes; null: they are valid on one of the networks. */
function faultOf(decode: Decode, row: SignedRow): string | null {
  const faults = NETS.map((net) => faultOn(net, decode, row));
  return faults.includes(null) ? null : (faults[0] ?? null);
}

function faultOn(net: Net, decode: Decode, row: SignedRow): string | null {
  let decoded: DecodedTransaction;
  try {
    decoded = decode(row.chain, net, row.raw);
  } catch (error) {
    return `unreadable bytes: ${(error as Error).message}`;
  }
  if (decoded.txid !== row.txid) return `the bytes are transaction ${decoded.txid}`;
  if (decoded.from !== null && decoded.from !== row.sender) return `the sender is ${decoded.from}`;
  if (decoded.sequence !== row.sequence) return `the sequence is ${decoded.sequence}`;
  if (decoded.maxFee !== null && decoded.maxFee !== row.maxFee) return `the maximum fee is ${decoded.maxFee}`;
  if (row.orders.length === 0) return null;
  const wanted = row.orders.map((order) => ({ ...order, amount: BigInt(order.amount) }));
  const rest = paidBeside(decoded.payments, wanted);
  if (rest === null) return `the payments are ${decoded.payments.map(textOf).join(', ')}`;
  // UTXO transactions also pay their change; the signer has checked its address.
  return rest.length > (CHAIN_INFO[row.chain].family === 'UTXO' ? 1 : 0)
    ? `additional payments: ${rest.map(textOf).join(', ')}`
    : null;
}

const textOf = ({ to, amount, tokenType }: ChainPayment): string => `${amount} ${tokenType} to ${to}`;

/** The cost of UTXO bytes is the difference between their known inputs and their outputs. */
async function faultOfFee(
  db: Queryable,
  decode: Decode,
  { chain, raw, fee, maxFee }: SignedRow,
): Promise<string | null> {
  if (CHAIN_INFO[chain].family !== 'UTXO') return null;
  const { inputs, payments } = decode(chain, 'main', raw);
  const { rows } = await sql<{ known: number; amount: bigint | null }>`
    select count(*)::int as known, sum(u.amount) as amount from unspent_outputs u
    join unnest(${inputs.map(({ txid }) => txid)}::text[], ${inputs.map(({ index }) => index)}::bigint[]) i (txid, index)
      on u.txid = i.txid and u.output_index = i.index where u.chain = ${chain}`.execute(db);
  const [found] = rows;
  if (!found || found.amount === null || found.known < inputs.length) return null;
  const costs = payments.reduce((left, { amount }) => left - amount, found.amount);
  if (maxFee !== null && costs > maxFee) return `the fee is ${costs}`;
  return fee !== null && costs !== fee ? `the fee is ${costs}` : null;
}
