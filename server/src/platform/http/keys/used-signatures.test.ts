import { expect, it } from 'vitest';
import { manualClock } from '../../clock.ts';
import { WINDOW_MS } from './signed-text.ts';
import { UsedSignatures } from './used-signatures.ts';

function setUp() {
  const clock = manualClock();
  const used = new UsedSignatures(clock);
  const take = (digest: string, offset = 0) => {
    try {
      used.take({ digest, time: clock.now() + offset });
      return 'taken';
    } catch (error) {
      return (error as Error).message;
    }
  };
  return { clock, used, take };
}

it('takes each once, and none whose time is too far from its own', () => {
  const { take } = setUp();
  expect(['a', 'a', 'b'].map((digest) => take(digest))).toEqual(['taken', 'SIGNATURE_USED', 'taken']);
  const edges = [-WINDOW_MS - 1, -WINDOW_MS, WINDOW_MS, WINDOW_MS + 1, Number.NaN];
  expect(edges.map((offset) => take(`at ${offset}`, offset))).toEqual([
    'TIMESTAMP_OUT_OF_WINDOW',
    'taken',
    'taken',
    'TIMESTAMP_OUT_OF_WINDOW',
    'TIMESTAMP_OUT_OF_WINDOW',
  ]);
});

it('never takes one a second time, at any moment after: it is remembered until its time is over', () => {
  const { clock, used } = setUp();
  for (const offset of [-WINDOW_MS, -1, 0, 1, WINDOW_MS]) {
    const signed = { digest: `signed ${offset}`, time: clock.now() + offset };
    used.take(signed);
    for (let passed = 0; passed <= 3 * WINDOW_MS; passed += 250) {
      // Others come meanwhile, which is when the old ones are forgotten.
      used.take({ digest: `other ${offset} ${passed}`, time: clock.now() });
      expect(() => used.take(signed)).toThrow(/SIGNATURE_USED|TIMESTAMP_OUT_OF_WINDOW/);
      clock.advance(250);
    }
  }
});

it('of a process that has just become the writer takes nothing that the one before may have taken', () => {
  const { clock, used, take } = setUp();
  used.begin();
  // Whatever the clock of the program: this is the latest that could have been accepted before.
  expect([take('early', -1), take('now'), take('ahead', WINDOW_MS)]).toEqual(
    Array(3).fill('SERVICE_UNAVAILABLE'),
  );
  clock.advance(WINDOW_MS);
  expect(take('still')).toBe('SERVICE_UNAVAILABLE');
  clock.advance(1);
  expect([take('later'), take('old', -1)]).toEqual(['taken', 'SERVICE_UNAVAILABLE']);
});
