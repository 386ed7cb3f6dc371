import type { Asset, Chain } from '@sarraf/domain';
import { getAddress } from 'viem/utils';
import type { IncomingPayment } from '../../../custody/ports.ts';
import { field } from '../../prices/price-http.ts';

/** Coin and tokens accepted on a chain. Contracts are in lower case. */
export interface EvmMoney {
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
const MOST = 10n ** 38n - 1n;

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
export function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw new Error('not a quantity');
  return BigInt(value);
}

/** Parses heights, nonces and times. */
export function evmNumber(value: unknown): number {
  const whole = Number.parseInt(String(quantity(value)), 10);
  if (!Number.isSafeInteger(whole)) throw new Error('not a count');
  return whole;
}

export function hash(value: unknown): string {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{64}$/i.test(value)) throw new Error('not a hash');
  return value.toLowerCase();
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isAddress = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value);

export function readEvmBlock(block: unknown): EvmBlock {
  const baseFee = field(block, 'baseFeePerGas');
  return {
    height: evmNumber(field(block, 'number')),
    hash: hash(field(block, 'hash')),
    parentHash: hash(field(block, 'parentHash')),
    at: new Date(evmNumber(field(block, 'timestamp')) * 1000),
    baseFee: baseFee === undefined || baseFee === null ? null : quantity(baseFee),
    transactions: list(field(block, 'transactions')),
  };
}

export function readEvmTransaction(transaction: unknown): EvmTransaction {
  const to = field(transaction, 'to');
  const height = field(transaction, 'blockNumber');
  return {
    txid: hash(field(transaction, 'hash')),
    to: isAddress(to) ? getAddress(to) : null,
    value: quantity(field(transaction, 'value')),
    gasPrice: quantity(field(transaction, 'gasPrice') ?? field(transaction, 'maxFeePerGas') ?? '0x0'),
    height: height === undefined || height === null ? null : evmNumber(height),
  };
}

/** `gasPrice` is that of the transaction, for nodes that don't return the effective one. */
export function readEvmReceipt(receipt: unknown, gasPrice = 0n): EvmReceipt {
  const price = field(receipt, 'effectiveGasPrice');
  return {
    txid: hash(field(receipt, 'transactionHash')),
    blockHash: hash(field(receipt, 'blockHash')),
    height: evmNumber(field(receipt, 'blockNumber')),
    ok: field(receipt, 'status') === '0x1',
    // A rollup may charge for its data too (l1Fee of the OP stack).
    fee:
      quantity(field(receipt, 'gasUsed')) * (typeof price === 'string' ? quantity(price) : gasPrice) +
      quantity(field(receipt, 'l1Fee') ?? '0x0'),
    logs: list(field(receipt, 'logs')),
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
export function evmIncomingOf(
  money: EvmMoney,
  transaction: EvmTransaction,
  receipt: EvmReceipt,
  trace: unknown,
): IncomingPayment[] {
  if (!receipt.ok) return [];
  const value = ownValue(transaction);
  const logged = receipt.logs.flatMap((log, i) => transferOf(log, i) ?? []);
  const isTwin = ({ contract }: Movement) => money.twin !== null && contract === money.twin;
  // Transfers logged by the twin moved the coin: if also detected as such they are the same payment. The
  // transaction's value takes precedence over the log and the log over the trace, so that a payment has one id,
  // traced or not.
  const twins = without(logged.filter(isTwin), value);
  const inner = without(innerOf(trace), twins);
  const movements = [...logged.filter((movement) => !isTwin(movement)), ...twins, ...value, ...inner];
  return movements
    .filter(({ amount }) => amount > 0n && amount <= MOST)
    .sort((a, b) => a.index - b.index)
    .map((movement) => incoming(money, transaction.txid, movement));
}

const ownValue = ({ to, value }: EvmTransaction): Movement[] =>
  to === null || value === 0n ? [] : [{ index: NATIVE_INDEX, to, amount: value, contract: null }];

function incoming(money: EvmMoney, txid: string, { index, to, amount, contract }: Movement): IncomingPayment {
  const paid = { txid, index, to, tag: null, amount };
  const coin = contract === null || contract === money.twin;
  if (coin) return { ...paid, asset: money.coin, tokenType: money.chain, contract: null };
  const token = money.tokens.get(contract);
  return token
    ? { ...paid, ...token, contract: null }
    : { ...paid, asset: null, tokenType: null, contract: getAddress(contract) };
}

/** Null: not a token's transfer. Requires three topics: those of ERC-721 have four, and no amount. */
function transferOf(log: unknown, index: number): Movement | null {
  const topics = list(field(log, 'topics')).map(text);
  const contract = field(log, 'address');
  const data = text(field(log, 'data'));
  const to = `0x${(topics[2] ?? '').slice(26)}`;
  if (topics.length !== 3 || topics[0]?.toLowerCase() !== TRANSFER_TOPIC || field(log, 'removed') === true)
    return null;
  if (!isAddress(contract) || !isAddress(to) || !/^0x[0-9a-f]{64}$/i.test(data)) return null;
  return { index, to: getAddress(to), amount: BigInt(data), contract: contract.toLowerCase() };
}

/**
 * Removes movements that have an equal (same addresses, same amount) among the others; each of the others matches
 * once.
 */
function without(movements: readonly Movement[], others: readonly Movement[]): Movement[] {
  const left = [...others];
  return movements.filter((movement) => {
    const equal = left.findIndex(({ to, amount }) => to === movement.to && amount === movement.amount);
    if (equal >= 0) left.splice(equal, 1);
    return equal < 0;
  });
}

/** Returns calls below the top one that transferred the coin and weren't reverted, from geth's call tracer. */
function innerOf(trace: unknown): Movement[] {
  const found: Movement[] = [];
  let position = 0;
  const visit = (frame: unknown, undone: boolean, top: boolean): void => {
    const index = INNER_INDEX + position;
    position += 1;
    const gone = undone || field(frame, 'error') !== undefined;
    const movement = gone || top ? null : movementOf(frame, index);
    if (movement) found.push(movement);
    for (const call of list(field(frame, 'calls'))) visit(call, gone, false);
  };
  if (trace !== null) visit(trace, false, true);
  return found;
}

/** Delegated calls repeat the value of the enclosing call; they transfer nothing. */
function movementOf(frame: unknown, index: number): Movement | null {
  const kind = text(field(frame, 'type')).toUpperCase();
  const [from, to] = [field(frame, 'from'), field(frame, 'to')];
  if ((kind !== 'CALL' && kind !== 'SELFDESTRUCT') || !isAddress(to) || !isAddress(from)) return null;
  if (from.toLowerCase() === to.toLowerCase()) return null;
  return { index, to: getAddress(to), amount: quantity(field(frame, 'value') ?? '0x0'), contract: null };
}
