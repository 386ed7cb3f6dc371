import type { Order } from '@sarraf/domain/contracts';
import { useState } from 'react';
import type { ExpandedOrders } from './order-columns.tsx';

export function useExpandedOrders(): ExpandedOrders {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    has: ({ id }: Order) => ids.has(id),
    toggle: ({ id }: Order) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
  };
}
