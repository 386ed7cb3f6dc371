import { describe, expect, it } from 'vitest';
import { Exposure, type ExposureEntry } from './exposure.ts';

const ETHER = 10n ** 18n;
const NOW = 2_000_000_000_000;

const signed = (ether: bigint, more: Partial<ExposureEntry> = {}): ExposureEntry => ({
  chain: 'ETHEREUM',
  sender: 'hot',
  inputs: [],
  sequence: 1n,
  at: NOW,
  out: [{ asset: 'ETHEREUM', amount: ether * ETHER }],
  ...more,
});
const spending = (ether: bigint, ...inputs: number[]): ExposureEntry =>
  signed(ether, {
    chain: 'BITCOIN',
    sender: null,
    sequence: null,
    inputs: inputs.map((index) => ({ txid: 'before', index })),
  });

/** In ether, of the last hour. */
function counted(...entries: ExposureEntry[]): bigint {
  const exposure = new Exposure();
  for (const entry of entries) exposure.count(entry);
  return (exposure.addedSince(NOW - 3_600_000, NOW).get('ETHEREUM') ?? 0n) / ETHER;
}

describe('what may leave', () => {
  it('is the sum of all signatures that the chain may take beside each other', () => {
    expect(counted(signed(1n), signed(2n, { sequence: 2n }), signed(4n, { sender: 'another' }))).toBe(7n);
    expect(counted(signed(1n), signed(2n, { chain: 'MATIC' }))).toBe(3n);
    // Neither a sequence nor an input: nothing rules anything out.
    expect(counted(signed(1n, { sequence: null }), signed(1n, { sequence: null }))).toBe(2n);
    expect(counted(signed(1n, { sender: null }), signed(1n, { sender: null }))).toBe(2n);
  });

  it('is of one sequence the largest alone', () => {
    expect(counted(signed(3n), signed(5n), signed(4n), signed(5n))).toBe(5n);
  });

  it('is of signatures that share one input the largest alone', () => {
    expect(counted(spending(3n, 1, 2), spending(5n, 2, 3), spending(4n, 2))).toBe(5n);
    // The first and the last share nothing: both may come true.
    expect(counted(spending(3n, 1, 2), spending(5n, 2, 3), spending(4n, 3))).toBe(9n);
  });

  it('counts at its own time, and what outbids it for the rest', () => {
    const before = signed(3n, { at: NOW - 3_600_001 });
    expect(counted(before)).toBe(0n);
    expect(counted(before, signed(5n))).toBe(2n);
    expect(counted(before, signed(5n, { sequence: 2n }))).toBe(5n);
  });
});
