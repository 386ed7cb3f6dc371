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

/** Sum in ether, within the last hour. */
function counted(...entries: ExposureEntry[]): bigint {
  const exposure = new Exposure();
  for (const entry of entries) exposure.addEntry(entry);
  return (exposure.sumSince(NOW - 3_600_000, NOW).get('ETHEREUM') ?? 0n) / ETHER;
}

describe('exposure', () => {
  it('is the sum of all signatures that the chain may accept together', () => {
    expect(counted(signed(1n), signed(2n, { sequence: 2n }), signed(4n, { sender: 'another' }))).toBe(7n);
    expect(counted(signed(1n), signed(2n, { chain: 'MATIC' }))).toBe(3n);
    // Neither a sequence nor an input: they don't conflict with anything.
    expect(counted(signed(1n, { sequence: null }), signed(1n, { sequence: null }))).toBe(2n);
    expect(counted(signed(1n, { sender: null }), signed(1n, { sender: null }))).toBe(2n);
  });

  it('counts only the largest signature of one sequence', () => {
    expect(counted(signed(3n), signed(5n), signed(4n), signed(5n))).toBe(5n);
  });

  it('counts only the largest of the signatures that share one input', () => {
    expect(counted(spending(3n, 1, 2), spending(5n, 2, 3), spending(4n, 2))).toBe(5n);
    // The first and the last share nothing: both may be accepted.
    expect(counted(spending(3n, 1, 2), spending(5n, 2, 3), spending(4n, 3))).toBe(9n);
  });

  it('counts a signature at its own time, and a replacement for the difference only', () => {
    const before = signed(3n, { at: NOW - 3_600_001 });
    expect(counted(before)).toBe(0n);
    expect(counted(before, signed(5n))).toBe(2n);
    expect(counted(before, signed(5n, { sequence: 2n }))).toBe(5n);
  });
});
