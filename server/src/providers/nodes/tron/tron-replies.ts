import { type Asset, CHAIN_INFO } from '@sarraf/domain';
import { tronAddress } from '../../../chains/tron.ts';
import type { IncomingPayment } from '../../../custody/ports.ts';
import { field } from '../../prices/price-http.ts';
import { TRANSFER_TOPIC } from '../evm/evm-replies.ts';

/** Ranges of `Incoming.index` by kind of payment. Logs are counted within their transaction, from 0. */
const NATIVE_INDEX = 1_000_000;
const INNER_INDEX = 2_000_000;

/** Maximum that our ledger can store; larger amounts are of worthless tokens. */
const MOST = 10n ** 38n - 1n;

/** Known tokens by contract. */
export type TronTokens = ReadonlyMap<string, { asset: Asset; tokenType: string }>;

export interface TronBlock {
  height: number;
  hash: string;
  parentHash: string;
  /** Milliseconds. */
  time: number;
  transactions: readonly unknown[];
}

// ── Parts ───────────────────────────────────────────────────────────────────────────────────────

/** Parses an int64 of the protocol: absent is zero, and values beyond a double's precision are bigints. */
export function readInt64(value: unknown): bigint {
  if (value === undefined) return 0n;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value)))
    return BigInt(value);
  throw new Error('not a whole number');
}

export const tronNumber = (value: unknown): number => Number.parseInt(String(readInt64(value)), 10);
export const tronText = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const path = (value: unknown, ...names: (string | number)[]): unknown =>
  names.reduce<unknown>(
    (part, name) => (typeof name === 'number' ? list(part)[name] : field(part, name)),
    value,
  );

export function txidOf(value: unknown): string {
  const txid = tronText(value).toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(txid)) throw new Error('not a txid');
  return txid;
}

/** Null: not an address of 21 bytes in hex. */
const addressOf = (hex: unknown): string | null =>
  /^41[0-9a-f]{40}$/i.test(tronText(hex)) ? tronAddress(Buffer.from(tronText(hex).slice(2), 'hex')) : null;

/** Null: the node has no such block. */
export function readTronBlock(block: unknown): TronBlock | null {
  const hash = tronText(field(block, 'blockID'));
  if (!/^[0-9a-f]{64}$/.test(hash)) return null;
  const header = path(block, 'block_header', 'raw_data');
  return {
    height: tronNumber(field(header, 'number')),
    hash,
    parentHash: tronText(field(header, 'parentHash')),
    time: tronNumber(field(header, 'timestamp')),
    transactions: list(field(block, 'transactions')),
  };
}

/** Whether it succeeded: `ret` is in the transaction, `result` and `receipt` are in its info. */
export function succeeded(transaction: unknown, info: unknown): boolean {
  const isContract =
    tronText(path(transaction, 'raw_data', 'contract', 0, 'type')) === 'TriggerSmartContract';
  const result = path(info, 'receipt', 'result');
  return (
    path(transaction, 'ret', 0, 'contractRet') === 'SUCCESS' &&
    field(info, 'result') !== 'FAILED' &&
    // Only contracts have a result of their own, and they always have one.
    (result === 'SUCCESS' || (result === undefined && !isContract))
  );
}

// ── Payments ────────────────────────────────────────────────────────────────────────────────────

type Paid = Omit<IncomingPayment, 'txid' | 'tag'>;

/**
 * Returns all payments of one transaction: TRX by a transfer, TRC20 by its logs, TRX by contracts if the node
 * stores their internal transactions, and TRC10 as an unknown token. Of a failed transaction, none.
 */
export function tronIncomingOf(tokens: TronTokens, transaction: unknown, info: unknown): IncomingPayment[] {
  if (!succeeded(transaction, info)) return [];
  const txid = txidOf(field(transaction, 'txID'));
  const paid = [
    ...list(field(info, 'log')).flatMap((log, i) => transferOf(tokens, log, i) ?? []),
    ...(sentOf(path(transaction, 'raw_data', 'contract', 0)) ?? []),
    ...list(field(info, 'internal_transactions')).flatMap(
      (inner, i) => innerOf(inner, INNER_INDEX + i) ?? [],
    ),
  ];
  return paid
    .filter(({ amount }) => amount > 0n && amount <= MOST)
    .map((one) => ({ txid, tag: null, ...one }));
}

const trx = (index: number, to: string, amount: bigint): Paid => ({
  index,
  to,
  asset: CHAIN_INFO.TRON.coin,
  tokenType: 'TRON',
  contract: null,
  amount,
});

/** Payments of the two system contracts that transfer something. */
function sentOf(contract: unknown): Paid[] | null {
  const value = path(contract, 'parameter', 'value');
  const to = addressOf(field(value, 'to_address'));
  if (to === null) return null;
  const amount = readInt64(field(value, 'amount'));
  const kind = tronText(field(contract, 'type'));
  if (kind === 'TransferContract') return [trx(NATIVE_INDEX, to, amount)];
  if (kind !== 'TransferAssetContract') return null;
  const token = Buffer.from(tronText(field(value, 'asset_name')), 'hex')
    .toString('latin1')
    .replace(/[^\w]/g, '');
  return [
    {
      index: NATIVE_INDEX,
      to,
      asset: null,
      tokenType: null,
      contract: `TRC10 ${token}`.slice(0, 60),
      amount,
    },
  ];
}

/** Null: not a token's transfer. Addresses in logs are those of the virtual machine, 20 bytes. */
function transferOf(tokens: TronTokens, log: unknown, index: number): Paid | null {
  const topics = list(field(log, 'topics')).map(tronText);
  const contract = addressOf(`41${tronText(field(log, 'address'))}`);
  const to = addressOf(`41${(topics[2] ?? '').slice(24)}`);
  const data = tronText(field(log, 'data'));
  if (topics.length !== 3 || `0x${topics[0]}` !== TRANSFER_TOPIC || contract === null || to === null)
    return null;
  if (!/^[0-9a-f]{64}$/i.test(data)) return null;
  const token = tokens.get(contract) ?? null;
  const amount = BigInt(`0x${data}`);
  return token
    ? { index, to, ...token, contract: null, amount }
    : { index, to, asset: null, tokenType: null, contract, amount };
}

/** Internal transactions that move TRX: "call" and "suicide" (developers.tron.network, "Internal transactions"). */
const MOVING: ReadonlySet<string> = new Set(['call', 'suicide']);

function innerOf(inner: unknown, index: number): Paid | null {
  const to = addressOf(field(inner, 'transferTo_address'));
  const note = Buffer.from(tronText(field(inner, 'note')), 'hex').toString('latin1');
  if (to === null || field(inner, 'rejected') === true || !MOVING.has(note)) return null;
  if (tronText(field(inner, 'caller_address')) === tronText(field(inner, 'transferTo_address'))) return null;
  // A value with a token id is TRC10.
  const values = list(field(inner, 'callValueInfo')).filter((one) => tronText(field(one, 'tokenId')) === '');
  return trx(
    index,
    to,
    values.reduce<bigint>((sum, one) => sum + readInt64(field(one, 'callValue')), 0n),
  );
}
