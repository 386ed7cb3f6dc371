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
import { findExtraPayments } from '../../chains/same-payment.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isInScope } from '../moves.ts';
import type { AuditScope, Invariant, Violation } from '../types.ts';
import { selectEndings, selectSignings } from './sendings.ts';

const LAW_NAME = 'signed transactions pay the requested amounts to the requested addresses and nothing else';
const MAX_VIOLATIONS = 10;
const PAGE_SIZE = 500;
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
const touchedCondition = (scope: AuditScope) =>
  scope === 'all'
    ? sql`true`
    : sql`(x.payment_id in (select payment_id from (${selectEndings(scope)}) e)
        or (x.chain, x.txid) in (select chain, txid from (${selectSignings(scope)}) s))`;

const selectPage = (scope: AuditScope, after: string) => sql<SignedRow>`
  select x.id, x.chain, x.txid, x.raw, x.sender, x.sequence, x.max_fee as "maxFee", x.fee, coalesce(o.orders, '[]') as orders
  from chain_transactions x left join lateral (
    select jsonb_agg(jsonb_build_object('to', o.address, 'tag', nullif(o.tag, ''), 'asset', o.asset,
      'tokenType', o.token_type, 'amount', o.amount::text)) as orders
    from chain_transactions y join outgoing o on o.transaction_id = y.id where y.payment_id = x.payment_id
  ) o on true
  where x.id > ${after}::uuid and ${touchedCondition(scope)} order by x.id limit ${PAGE_SIZE}`;

type DecodeBytes = (chain: Chain, net: Net, raw: string) => DecodedTransaction;

/** `decode` parses bytes, or throws. Tests that check the same bytes repeatedly pass a caching one. */
export const defineSignedBytesLaw = (decode: DecodeBytes): Invariant => ({
  name: LAW_NAME,
  concerns: () => true,
  async find(db, scope) {
    const found: Violation[] = [];
    if (scope !== 'all' && !(await hasOutgoing(db, scope))) return found;
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { rows } = await selectPage(scope, after).execute(db);
      for (const [at, row] of rows.entries()) {
        if (at % BATCH_SIZE === 0) await turn();
        const violation = findViolation(decode, row) ?? (await findFeeViolation(db, decode, row));
        if (violation !== null)
          found.push({ law: LAW_NAME, row: { chain: row.chain, txid: row.txid, fault: violation } });
        if (found.length === MAX_VIOLATIONS) return found;
      }
      if (rows.length < PAGE_SIZE) return found;
      after = rows.at(-1)?.id ?? after;
    }
  },
});

/** Returns false for most scopes, as most transfers are trades. */
async function hasOutgoing(db: Queryable, scope: AuditScope): Promise<boolean> {
  const { rows } =
    await sql`select from transfers t where ${isInScope(scope)} and t.kind in ('withdrawal', 'cost', 'correction')
    union all select from (${selectSignings(scope)}) s limit 1`.execute(db);
  return rows.length > 0;
}

/** Main networks, and the test networks that nodes may be configured with. */
const NETS: readonly Net[] = ['main', 'regtest'];
const codecs = new Map<string, Codec>();
function getCodec(chain: Chain, net: Net): Codec {
  const codec = codecs.get(`${chain} ${net}`) ?? codecOf(chain, net);
  codecs.set(`${chain} ${net}`, codec);
  return codec;
}
export const decodeBytes: DecodeBytes = (chain, net, raw) => getCodec(chain, net).decode(raw);
export const signedBytes = defineSignedBytesLaw(decodeBytes);

/** Returns the violation of signed bytes; null: they are valid on one of the networks. */
function findViolation(decode: DecodeBytes, row: SignedRow): string | null {
  const violations = NETS.map((net) => findViolationOnNet(net, decode, row));
  return violations.includes(null) ? null : (violations[0] ?? null);
}

function findViolationOnNet(net: Net, decode: DecodeBytes, row: SignedRow): string | null {
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
  const requested = row.orders.map((order) => ({ ...order, amount: BigInt(order.amount) }));
  const unrequested = findExtraPayments(decoded.payments, requested);
  if (unrequested === null) return `the payments are ${decoded.payments.map(formatPayment).join(', ')}`;
  // UTXO transactions also pay their change; the signer has checked its address.
  return unrequested.length > (CHAIN_INFO[row.chain].family === 'UTXO' ? 1 : 0)
    ? `additional payments: ${unrequested.map(formatPayment).join(', ')}`
    : null;
}

const formatPayment = ({ to, amount, tokenType }: ChainPayment): string => `${amount} ${tokenType} to ${to}`;

/** The cost of UTXO bytes is the difference between their known inputs and their outputs. */
async function findFeeViolation(
  db: Queryable,
  decode: DecodeBytes,
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
  const actualFee = payments.reduce((left, { amount }) => left - amount, found.amount);
  if (maxFee !== null && actualFee > maxFee) return `the fee is ${actualFee}`;
  return fee !== null && actualFee !== fee ? `the fee is ${actualFee}` : null;
}
