import { expect, it } from 'vitest';
import { manualClock } from '../../clock.ts';
import { SIGNATURE_WINDOW_MS } from './signed-text.ts';
import { UsedSignatures } from './used-signatures.ts';

function setUp() {
  const clock = manualClock();
  const used = new UsedSignatures(clock);
  const take = (digest: string, offset = 0) => {
    try {
      used.useOnce({ digest, time: clock.now() + offset });
      return 'taken';
    } catch (error) {
      return (error as Error).message;
    }
  };
  return { clock, used, take };
}

it('accepts each signature once, and none with a time outside the window', () => {
  const { take } = setUp();
  expect(['a', 'a', 'b'].map((digest) => take(digest))).toEqual(['taken', 'SIGNATURE_USED', 'taken']);
  const edges = [
    -SIGNATURE_WINDOW_MS - 1,
    -SIGNATURE_WINDOW_MS,
    SIGNATURE_WINDOW_MS,
    SIGNATURE_WINDOW_MS + 1,
    Number.NaN,
  ];
  expect(edges.map((offset) => take(`at ${offset}`, offset))).toEqual([
    'TIMESTAMP_OUT_OF_WINDOW',
    'taken',
    'taken',
    'TIMESTAMP_OUT_OF_WINDOW',
    'TIMESTAMP_OUT_OF_WINDOW',
  ]);
});

it('never accepts a signature twice: it is remembered until its time leaves the window', () => {
  const { clock, used } = setUp();
  for (const offset of [-SIGNATURE_WINDOW_MS, -1, 0, 1, SIGNATURE_WINDOW_MS]) {
    const signed = { digest: `signed ${offset}`, time: clock.now() + offset };
    used.useOnce(signed);
    for (let passed = 0; passed <= 3 * SIGNATURE_WINDOW_MS; passed += 250) {
      // Further signatures cause expired ones to be dropped.
      used.useOnce({ digest: `other ${offset} ${passed}`, time: clock.now() });
      expect(() => used.useOnce(signed)).toThrow(/SIGNATURE_USED|TIMESTAMP_OUT_OF_WINDOW/);
      clock.advance(250);
    }
  }
});

it('refuses, in a process that has just become the writer, signatures that the previous one may have accepted', () => {
  const { clock, used, take } = setUp();
  used.startChecking();
  // Independent of the program's clock: this is the latest time that could have been accepted before.
  expect([take('early', -1), take('now'), take('ahead', SIGNATURE_WINDOW_MS)]).toEqual(
    Array(3).fill('SERVICE_UNAVAILABLE'),
  );
  clock.advance(SIGNATURE_WINDOW_MS);
  expect(take('still')).toBe('SERVICE_UNAVAILABLE');
  clock.advance(1);
  expect([take('later'), take('old', -1)]).toEqual(['taken', 'SERVICE_UNAVAILABLE']);
});
