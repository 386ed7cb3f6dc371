import { AppError } from '@sarraf/domain';
import type { PayoutSource } from './ports.ts';

/** Combines several sources into one, which finds the source of an id. */
export function joinSources(sources: readonly PayoutSource[]): PayoutSource {
  const findSource = async (id: string): Promise<PayoutSource> => {
    for (const source of sources) if ((await source.ownersOf([id])).has(id)) return source;
    throw new AppError('CONFLICT');
  };
  const mergeAll = async <V>(read: (source: PayoutSource) => Promise<ReadonlyMap<string, V>>) =>
    new Map((await Promise.all(sources.map(read))).flatMap((found) => [...found]));
  return {
    async takeForBatch(tx, before, limit) {
      const payouts: { id: string; receives: bigint }[] = [];
      for (const source of sources)
        if (payouts.length < limit)
          payouts.push(...(await source.takeForBatch(tx, before, limit - payouts.length)));
      return payouts;
    },
    takeFromBatch: async (tx, id) => (await findSource(id)).takeFromBatch(tx, id),
    ownersOf: (ids) => mergeAll((source) => source.ownersOf(ids)),
    settlePaid: async (id) => (await findSource(id)).settlePaid(id),
    settleReturned: async (id, reason) => (await findSource(id)).settleReturned(id, reason),
    payoutViews: (ids) => mergeAll((source) => source.payoutViews(ids)),
  };
}
