import type { Order } from '@sarraf/domain/contracts';
import { useState } from 'react';
import type { Unfolded } from './order-columns.tsx';

export function useUnfolded(): Unfolded {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    has: ({ id }: Order) => ids.has(id),
    turn: ({ id }: Order) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
  };
}
