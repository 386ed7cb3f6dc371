import { type Asset, CHAIN_INFO } from '@sarraf/domain';
import { encodeTronAddress } from '../../../chains/tron.ts';
import type { IncomingPayment } from '../../../custody/ports.ts';
import { getField } from '../../prices/price-http.ts';
import { TRANSFER_TOPIC } from '../evm/evm-replies.ts';

/** Ranges of `Incoming.index` by kind of payment. Logs are counted within their transaction, from 0. */
const NATIVE_INDEX = 1_000_000;
const INNER_INDEX = 2_000_000;

/** Maximum that our ledger can store; larger amounts are of worthless tokens. */
const MAX_AMOUNT = 10n ** 38n - 1n;

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
export function parseInt64(value: unknown): bigint {
  if (value === undefined) return 0n;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value)))
    return BigInt(value);
  throw new Error('not a whole number');
}

export const toTronNumber = (value: unknown): number => Number.parseInt(String(parseInt64(value)), 10);
export const toTronText = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const readPath = (value: unknown, ...names: (string | number)[]): unknown =>
  names.reduce<unknown>(
    (current, name) => (typeof name === 'number' ? listOrEmpty(current)[name] : getField(current, name)),
    value,
  );

export function parseTxid(value: unknown): string {
  const txid = toTronText(value).toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(txid)) throw new Error('not a txid');
  return txid;
}

/** Null: not an address of 21 bytes in hex. */
const parseHexAddress = (hex: unknown): string | null =>
  /^41[0-9a-f]{40}$/i.test(toTronText(hex))
    ? encodeTronAddress(Buffer.from(toTronText(hex).slice(2), 'hex'))
    : null;

/** Null: the node has no such block. */
export function parseTronBlock(block: unknown): TronBlock | null {
  const hash = toTronText(getField(block, 'blockID'));
  if (!/^[0-9a-f]{64}$/.test(hash)) return null;
  const header = readPath(block, 'block_header', 'raw_data');
  return {
    height: toTronNumber(getField(header, 'number')),
    hash,
    parentHash: toTronText(getField(header, 'parentHash')),
    time: toTronNumber(getField(header, 'timestamp')),
    transactions: listOrEmpty(getField(block, 'transactions')),
  };
}

/** Whether it succeeded: `ret` is in the transaction, `result` and `receipt` are in its info. */
export function isSuccessful(transaction: unknown, info: unknown): boolean {
  const isContract =
    toTronText(readPath(transaction, 'raw_data', 'contract', 0, 'type')) === 'TriggerSmartContract';
  const result = readPath(info, 'receipt', 'result');
  return (
    readPath(transaction, 'ret', 0, 'contractRet') === 'SUCCESS' &&
    getField(info, 'result') !== 'FAILED' &&
    // Only contracts have a result of their own, and they always have one.
    (result === 'SUCCESS' || (result === undefined && !isContract))
  );
}

// ── Payments ────────────────────────────────────────────────────────────────────────────────────

type TronPayment = Omit<IncomingPayment, 'txid' | 'tag'>;

/**
 * Returns all payments of one transaction: TRX by a transfer, TRC20 by its logs, TRX by contracts if the node
 * stores their internal transactions, and TRC10 as an unknown token. Of a failed transaction, none.
 */
export function findTronIncoming(tokens: TronTokens, transaction: unknown, info: unknown): IncomingPayment[] {
  if (!isSuccessful(transaction, info)) return [];
  const txid = parseTxid(getField(transaction, 'txID'));
  const payments = [
    ...listOrEmpty(getField(info, 'log')).flatMap((log, i) => parseTransferLog(tokens, log, i) ?? []),
    ...(parseContractPayments(readPath(transaction, 'raw_data', 'contract', 0)) ?? []),
    ...listOrEmpty(getField(info, 'internal_transactions')).flatMap(
      (inner, i) => parseInternalTransfer(inner, INNER_INDEX + i) ?? [],
    ),
  ];
  return payments
    .filter(({ amount }) => amount > 0n && amount <= MAX_AMOUNT)
    .map((payment) => ({ txid, tag: null, ...payment }));
}

const trxPayment = (index: number, to: string, amount: bigint): TronPayment => ({
  index,
  to,
  asset: CHAIN_INFO.TRON.coin,
  tokenType: 'TRON',
  contract: null,
  amount,
});

/** Payments of the two system contracts that transfer something. */
function parseContractPayments(contract: unknown): TronPayment[] | null {
  const value = readPath(contract, 'parameter', 'value');
  const to = parseHexAddress(getField(value, 'to_address'));
  if (to === null) return null;
  const amount = parseInt64(getField(value, 'amount'));
  const kind = toTronText(getField(contract, 'type'));
  if (kind === 'TransferContract') return [trxPayment(NATIVE_INDEX, to, amount)];
  if (kind !== 'TransferAssetContract') return null;
  const token = Buffer.from(toTronText(getField(value, 'asset_name')), 'hex')
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
function parseTransferLog(tokens: TronTokens, log: unknown, index: number): TronPayment | null {
  const topics = listOrEmpty(getField(log, 'topics')).map(toTronText);
  const contract = parseHexAddress(`41${toTronText(getField(log, 'address'))}`);
  const to = parseHexAddress(`41${(topics[2] ?? '').slice(24)}`);
  const data = toTronText(getField(log, 'data'));
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
const MOVING_NOTES: ReadonlySet<string> = new Set(['call', 'suicide']);

function parseInternalTransfer(inner: unknown, index: number): TronPayment | null {
  const to = parseHexAddress(getField(inner, 'transferTo_address'));
  const note = Buffer.from(toTronText(getField(inner, 'note')), 'hex').toString('latin1');
  if (to === null || getField(inner, 'rejected') === true || !MOVING_NOTES.has(note)) return null;
  if (toTronText(getField(inner, 'caller_address')) === toTronText(getField(inner, 'transferTo_address')))
    return null;
  // A value with a token id is TRC10.
  const values = listOrEmpty(getField(inner, 'callValueInfo')).filter(
    (callValue) => toTronText(getField(callValue, 'tokenId')) === '',
  );
  return trxPayment(
    index,
    to,
    values.reduce<bigint>((total, coinValue) => total + parseInt64(getField(coinValue, 'callValue')), 0n),
  );
}
