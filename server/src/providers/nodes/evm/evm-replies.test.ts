import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  type AcceptedEvmAssets,
  findEvmIncoming,
  parseEvmReceipt,
  parseEvmTransaction,
  parseQuantity,
  TRANSFER_TOPIC,
} from './evm-replies.ts';

const GOLD = '0x471ece3750da237f93b8e339c536989b8978a438';
const ALI = getAddress(`0x${'a1'.repeat(20)}`);
const SARA = getAddress(`0x${'5a'.repeat(20)}`);
const MULTI = getAddress(`0x${'77'.repeat(20)}`);
const TXID = `0x${'01'.repeat(32)}`;
const celo: AcceptedEvmAssets = { chain: 'CELO', coin: 'CELO', tokens: new Map(), twin: GOLD };

const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0');
const log = (to: string, amount: bigint, more: object = {}) => ({
  address: GOLD,
  topics: [TRANSFER_TOPIC, `0x${word(MULTI)}`, `0x${word(to)}`],
  data: `0x${word(amount)}`,
  ...more,
});
const listPayments = (to: string, value: bigint, logs: object[], trace: unknown = null, status = '0x1') =>
  findEvmIncoming(
    celo,
    parseEvmTransaction({
      hash: TXID,
      to,
      value: `0x${value.toString(16)}`,
      gasPrice: '0x5',
      blockNumber: '0x9',
    }),
    parseEvmReceipt({
      transactionHash: TXID,
      blockHash: `0x${'02'.repeat(32)}`,
      blockNumber: '0x9',
      gasUsed: '0x5208',
      effectiveGasPrice: '0x7',
      status,
      logs,
    }),
    trace,
  ).map(({ index, to: place, amount }) => [index, place, amount]);

describe('CELO, which is its own token', () => {
  it('counts a payment once if both a value and a log report it', () => {
    expect(listPayments(ALI, 5n, [log(ALI, 5n)])).toEqual([[1_000_000, ALI, 5n]]);
  });

  it('counts two separate payments', () => {
    expect(listPayments(ALI, 5n, [log(ALI, 6n)])).toEqual([
      [0, ALI, 6n],
      [1_000_000, ALI, 5n],
    ]);
    expect(listPayments(ALI, 5n, [log(SARA, 5n)])).toHaveLength(2);
    expect(listPayments(ALI, 5n, [log(ALI, 5n), log(ALI, 5n)])).toEqual([
      [1, ALI, 5n],
      [1_000_000, ALI, 5n],
    ]);
  });

  it('detects value forwarded by a contract, with the same id traced or not', () => {
    const moved = { type: 'CALL', from: GOLD, to: ALI, value: '0x4' };
    const trace = { type: 'CALL', from: SARA, to: MULTI, value: '0x9', calls: [moved] };
    const expected = [
      [0, ALI, 4n],
      [1_000_000, MULTI, 9n],
    ];
    expect(listPayments(MULTI, 9n, [log(ALI, 4n)])).toEqual(expected);
    expect(listPayments(MULTI, 9n, [log(ALI, 4n)], trace)).toEqual(expected);
  });
});

describe('calls within a transaction', () => {
  it('count only if the coin moved and no enclosing call was reverted', () => {
    const to = ALI.toLowerCase();
    const call = (type: string, more: object = {}) => ({ type, from: MULTI, to, value: '0x1', ...more });
    const trace = {
      ...call('CALL', { to: MULTI, from: SARA }),
      calls: [
        call('DELEGATECALL'),
        call('CALLCODE'),
        call('STATICCALL', { value: undefined }),
        call('CALL', { error: 'execution reverted', calls: [call('CALL', { value: '0x2' })] }),
        call('CALL', { from: to }),
        call('CALL', { value: '0x0', calls: [call('CALL', { value: '0x3' })] }),
        call('SELFDESTRUCT', { value: '0x4' }),
        call('CREATE', { value: '0x5' }),
      ],
    };
    expect(listPayments(MULTI, 1n, [], trace)).toEqual([
      [1_000_000, MULTI, 1n],
      [2_000_008, ALI, 3n],
      [2_000_009, ALI, 4n],
    ]);
    expect(listPayments(MULTI, 1n, [], trace, '0x0')).toEqual([]);
  });
});

describe('logs', () => {
  it('are transfers only with two addresses and one amount', () => {
    const topics = log(ALI, 1n).topics;
    const wrong = [
      log(ALI, 1n, { topics: [...topics, `0x${word(7n)}`], data: '0x' }),
      log(ALI, 1n, { topics: topics.slice(0, 2) }),
      log(ALI, 1n, { topics: [`0x${'00'.repeat(32)}`, ...topics.slice(1)] }),
      log(ALI, 1n, { data: '0x01' }),
      log(ALI, 1n, { removed: true }),
      log(ALI, 0n),
      log(ALI, 10n ** 38n),
    ];
    expect(listPayments(MULTI, 0n, [...wrong, log(ALI, 10n ** 38n - 1n)])).toEqual([
      [7, ALI, 10n ** 38n - 1n],
    ]);
  });
});

describe('EVM replies', () => {
  it('have the fee actually paid, including data fees of a rollup', () => {
    const receipt = {
      transactionHash: TXID,
      blockHash: TXID,
      blockNumber: '0x1',
      gasUsed: '0x5208',
      status: '0x1',
      logs: [],
    };
    expect(parseEvmReceipt({ ...receipt, effectiveGasPrice: '0x2', l1Fee: '0x3' }).fee).toBe(42_003n);
    expect(parseEvmReceipt(receipt, 4n).fee).toBe(84_000n);
  });

  it('are rejected if they violate the specification', () => {
    for (const wrong of [undefined, null, 5, '5', '0x', '0xzz', `0x${'1'.repeat(65)}`])
      expect(() => parseQuantity(wrong)).toThrow();
    expect(() => parseEvmTransaction({ hash: '0x01', value: '0x0' })).toThrow();
  });
});
