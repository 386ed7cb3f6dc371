import type { Order, orderDetail } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from '../../framework/navigation/router.tsx';
import { call } from '../../lib/api/api.ts';

const ORDER_PARAM = 'order';

/**
 * `?order=` opens the receipt of that order, for links in notices; the list is shown below it, even if there is no
 * such order.
 */
export function useOrderFromUrl(show: (order: Order) => void): void {
  const [search, setSearch] = useSearchParams();
  const id = search.get(ORDER_PARAM);
  const { data } = useQuery({
    queryKey: ['order', id],
    queryFn: async ({ signal }) => {
      const params = { id: id ?? '' };
      return (await call<typeof orderDetail>('GET', '/orders/:id', { params, query: { size: 1 }, signal }))
        .baseDTO;
    },
    enabled: id !== null,
  });
  useEffect(() => {
    if (!data) return;
    show(data);
    setSearch(
      (old) => {
        old.delete(ORDER_PARAM);
        return old;
      },
      { replace: true },
    );
  }, [data, show, setSearch]);
}
