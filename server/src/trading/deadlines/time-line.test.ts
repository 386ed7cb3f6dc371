import { expect, it } from 'vitest';
import { createSeededRandom, SEED } from '../../../test/random.ts';
import { DueTimeQueue } from './time-line.ts';

it('DueTimeQueue returns the same due items as a plain list, however items are added, moved and removed', () => {
  const random = createSeededRandom(SEED);
  const below = (limit: number) => Math.floor(random() * limit);
  const line = new DueTimeQueue<number>();
  const plain = new Map<number, number>();
  for (let step = 0; step < 20_000; step += 1) {
    const thing = below(200);
    if (random() < 0.6) {
      const at = below(1_000);
      line.set(thing, at);
      plain.set(thing, at);
    } else {
      line.delete(thing);
      plain.delete(thing);
    }
    expect(line.size).toBe(plain.size);
    expect(line.dueAt(thing)).toBe(plain.get(thing));
    expect(line.earliest).toBe(Math.min(Number.POSITIVE_INFINITY, ...plain.values()));
    if (step % 50 !== 0) continue;
    const now = below(1_000);
    const due = [...plain].filter(([, at]) => at <= now).map(([one]) => one);
    expect(line.listDue(now, 1_000).sort()).toEqual(due.sort());
    expect(line.listDue(now, 3)).toHaveLength(Math.min(3, due.length));
  }
});
