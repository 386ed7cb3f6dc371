import type { Asset, Chain } from '@sarraf/domain';
import { getAddress } from 'viem/utils';
import type { IncomingPayment } from '../../../custody/ports.ts';
import { getField } from '../../prices/price-http.ts';

/** Coin and tokens accepted on a chain. Contracts are in lower case. */
export interface AcceptedEvmAssets {
  chain: Chain;
  coin: Asset;
  tokens: ReadonlyMap<string, { asset: Asset; tokenType: string }>;
  /** A contract through which the coin itself moves as if it were a token; null: the chain has none. */
  twin: string | null;
}

/** keccak("Transfer(address,address,uint256)"), of ERC-20 (EIP-20) and, with another topic, of ERC-721. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Ranges of `Incoming.index` by kind of payment. Logs are counted within their transaction, from 0. */
const NATIVE_INDEX = 1_000_000;
const INNER_INDEX = 2_000_000;

/** Maximum that our ledger can store; larger amounts are of worthless tokens. */
const MAX_AMOUNT = 10n ** 38n - 1n;

export interface EvmTransaction {
  txid: string;
  /** Null: it creates a contract. */
  to: string | null;
  value: bigint;
  gasPrice: bigint;
  height: number | null;
}

export interface EvmReceipt {
  txid: string;
  blockHash: string;
  height: number;
  ok: boolean;
  fee: bigint;
  logs: readonly unknown[];
}

export interface EvmBlock {
  height: number;
  hash: string;
  parentHash: string;
  at: Date;
  /** Wei; null before EIP-1559. */
  baseFee: bigint | null;
  transactions: readonly unknown[];
}

// ── Parts ───────────────────────────────────────────────────────────────────────────────────────

/** Parses a QUANTITY of the specification: hex. Throws on anything else. */
export function parseQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw new Error('not a quantity');
  return BigInt(value);
}

/** Parses heights, nonces and times. */
export function parseEvmNumber(value: unknown): number {
  const whole = Number.parseInt(String(parseQuantity(value)), 10);
  if (!Number.isSafeInteger(whole)) throw new Error('not a count');
  return whole;
}

export function parseEvmHash(value: unknown): string {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{64}$/i.test(value)) throw new Error('not a hash');
  return value.toLowerCase();
}

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isAddress = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value);

export function parseEvmBlock(block: unknown): EvmBlock {
  const baseFee = getField(block, 'baseFeePerGas');
  return {
    height: parseEvmNumber(getField(block, 'number')),
    hash: parseEvmHash(getField(block, 'hash')),
    parentHash: parseEvmHash(getField(block, 'parentHash')),
    at: new Date(parseEvmNumber(getField(block, 'timestamp')) * 1000),
    baseFee: baseFee === undefined || baseFee === null ? null : parseQuantity(baseFee),
    transactions: listOrEmpty(getField(block, 'transactions')),
  };
}

export function parseEvmTransaction(transaction: unknown): EvmTransaction {
  const to = getField(transaction, 'to');
  const height = getField(transaction, 'blockNumber');
  return {
    txid: parseEvmHash(getField(transaction, 'hash')),
    to: isAddress(to) ? getAddress(to) : null,
    value: parseQuantity(getField(transaction, 'value')),
    gasPrice: parseQuantity(
      getField(transaction, 'gasPrice') ?? getField(transaction, 'maxFeePerGas') ?? '0x0',
    ),
    height: height === undefined || height === null ? null : parseEvmNumber(height),
  };
}

/** `gasPrice` is that of the transaction, for nodes that don't return the effective one. */
export function parseEvmReceipt(receipt: unknown, gasPrice = 0n): EvmReceipt {
  const price = getField(receipt, 'effectiveGasPrice');
  return {
    txid: parseEvmHash(getField(receipt, 'transactionHash')),
    blockHash: parseEvmHash(getField(receipt, 'blockHash')),
    height: parseEvmNumber(getField(receipt, 'blockNumber')),
    ok: getField(receipt, 'status') === '0x1',
    // A rollup may charge for its data too (l1Fee of the OP stack).
    fee:
      parseQuantity(getField(receipt, 'gasUsed')) *
        (typeof price === 'string' ? parseQuantity(price) : gasPrice) +
      parseQuantity(getField(receipt, 'l1Fee') ?? '0x0'),
    logs: listOrEmpty(getField(receipt, 'logs')),
  };
}

// ── Payments ────────────────────────────────────────────────────────────────────────────────────

interface Movement {
  index: number;
  to: string;
  amount: bigint;
  /** Contract of a token's transfer, lower case; null: the coin itself. */
  contract: string | null;
}

/**
 * Returns all payments of one transaction: its value, the transfers in its logs, and with traced calls the value
 * forwarded by contracts. Of a failed transaction, none. `trace` is the call tracer's top frame, null without one.
 */
export function findEvmIncoming(
  money: AcceptedEvmAssets,
  transaction: EvmTransaction,
  receipt: EvmReceipt,
  trace: unknown,
): IncomingPayment[] {
  if (!receipt.ok) return [];
  const value = valueMovements(transaction);
  const loggedTransfers = receipt.logs.flatMap((log, i) => parseTransferLog(log, i) ?? []);
  const isTwin = ({ contract }: Movement) => money.twin !== null && contract === money.twin;
  // Transfers logged by the twin moved the coin: if also detected as such they are the same payment. The
  // transaction's value takes precedence over the log and the log over the trace, so that a payment has one id,
  // traced or not.
  const twins = removeMatching(loggedTransfers.filter(isTwin), value);
  const innerTransfers = removeMatching(findInnerTransfers(trace), twins);
  const movements = [
    ...loggedTransfers.filter((movement) => !isTwin(movement)),
    ...twins,
    ...value,
    ...innerTransfers,
  ];
  return movements
    .filter(({ amount }) => amount > 0n && amount <= MAX_AMOUNT)
    .sort((a, b) => a.index - b.index)
    .map((movement) => toIncomingPayment(money, transaction.txid, movement));
}

const valueMovements = ({ to, value }: EvmTransaction): Movement[] =>
  to === null || value === 0n ? [] : [{ index: NATIVE_INDEX, to, amount: value, contract: null }];

function toIncomingPayment(
  money: AcceptedEvmAssets,
  txid: string,
  { index, to, amount, contract }: Movement,
): IncomingPayment {
  const payment = { txid, index, to, tag: null, amount };
  const isCoin = contract === null || contract === money.twin;
  if (isCoin) return { ...payment, asset: money.coin, tokenType: money.chain, contract: null };
  const token = money.tokens.get(contract);
  return token
    ? { ...payment, ...token, contract: null }
    : { ...payment, asset: null, tokenType: null, contract: getAddress(contract) };
}

/** Null: not a token's transfer. Requires three topics: those of ERC-721 have four, and no amount. */
function parseTransferLog(log: unknown, index: number): Movement | null {
  const topics = listOrEmpty(getField(log, 'topics')).map(textOrEmpty);
  const contract = getField(log, 'address');
  const data = textOrEmpty(getField(log, 'data'));
  const to = `0x${(topics[2] ?? '').slice(26)}`;
  if (topics.length !== 3 || topics[0]?.toLowerCase() !== TRANSFER_TOPIC || getField(log, 'removed') === true)
    return null;
  if (!isAddress(contract) || !isAddress(to) || !/^0x[0-9a-f]{64}$/i.test(data)) return null;
  return { index, to: getAddress(to), amount: BigInt(data), contract: contract.toLowerCase() };
}

/**
 * Removes movements that have an equal (same addresses, same amount) among the others; each of the others matches
 * once.
 */
function removeMatching(movements: readonly Movement[], matched: readonly Movement[]): Movement[] {
  const unmatched = [...matched];
  return movements.filter((movement) => {
    const matchIndex = unmatched.findIndex(
      ({ to, amount }) => to === movement.to && amount === movement.amount,
    );
    if (matchIndex >= 0) unmatched.splice(matchIndex, 1);
    return matchIndex < 0;
  });
}

/** Returns calls below the top one that transferred the coin and weren't reverted, from geth's call tracer. */
function findInnerTransfers(trace: unknown): Movement[] {
  const movements: Movement[] = [];
  let position = 0;
  const visitFrame = (frame: unknown, isParentReverted: boolean, isTop: boolean): void => {
    const index = INNER_INDEX + position;
    position += 1;
    const isReverted = isParentReverted || getField(frame, 'error') !== undefined;
    const movement = isReverted || isTop ? null : parseCallFrame(frame, index);
    if (movement) movements.push(movement);
    for (const call of listOrEmpty(getField(frame, 'calls'))) visitFrame(call, isReverted, false);
  };
  if (trace !== null) visitFrame(trace, false, true);
  return movements;
}

/** Delegated calls repeat the value of the enclosing call; they transfer nothing. */
function parseCallFrame(frame: unknown, index: number): Movement | null {
  const kind = textOrEmpty(getField(frame, 'type')).toUpperCase();
  const [from, to] = [getField(frame, 'from'), getField(frame, 'to')];
  if ((kind !== 'CALL' && kind !== 'SELFDESTRUCT') || !isAddress(to) || !isAddress(from)) return null;
  if (from.toLowerCase() === to.toLowerCase()) return null;
  return {
    index,
    to: getAddress(to),
    amount: parseQuantity(getField(frame, 'value') ?? '0x0'),
    contract: null,
  };
}
