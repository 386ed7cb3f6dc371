import { AppError } from '@sarraf/domain';
import type { PayoutSource } from './ports.ts';

/** Combines several sources into one, which finds the source of an id. */
export function joinSources(sources: readonly PayoutSource[]): PayoutSource {
  const sourceOf = async (id: string): Promise<PayoutSource> => {
    for (const source of sources) if ((await source.ownersOf([id])).has(id)) return source;
    throw new AppError('CONFLICT');
  };
  const all = async <V>(read: (source: PayoutSource) => Promise<ReadonlyMap<string, V>>) =>
    new Map((await Promise.all(sources.map(read))).flatMap((found) => [...found]));
  return {
    async takeForBatch(tx, before, limit) {
      const taken: { id: string; receives: bigint }[] = [];
      for (const source of sources)
        if (taken.length < limit)
          taken.push(...(await source.takeForBatch(tx, before, limit - taken.length)));
      return taken;
    },
    takeFromBatch: async (tx, id) => (await sourceOf(id)).takeFromBatch(tx, id),
    ownersOf: (ids) => all((source) => source.ownersOf(ids)),
    settlePaid: async (id) => (await sourceOf(id)).settlePaid(id),
    settleReturned: async (id, reason) => (await sourceOf(id)).settleReturned(id, reason),
    payoutViews: (ids) => all((source) => source.payoutViews(ids)),
  };
}
