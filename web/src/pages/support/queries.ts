import type { Ticket, TicketThread, ticket, tickets } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { useCursorPagination } from '../../lib/queries/use-pages.ts';

const LIST = ['tickets', 'list'] as const;
/** Polls while the conversation is open, so that replies appear. */
const POLL_MS = 20_000;

export const useTickets = () =>
  useCursorPagination<Ticket>(LIST, (page, signal) =>
    call<typeof tickets>('GET', '/support/tickets', { query: page, signal }),
  );

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ['tickets', 'one', id],
    queryFn: async ({ signal }) => {
      const { baseDTO } = await call<typeof ticket>('GET', '/support/tickets/:id', {
        params: { id },
        signal,
      });
      // Its replies are marked as read now.
      if (baseDTO.ticket.unread > 0) void queryClient.invalidateQueries({ queryKey: ['tickets', 'unread'] });
      return baseDTO;
    },
    refetchInterval: POLL_MS,
  });

/** Updates the cache immediately; the list is refetched when it is next shown. */
export function cacheTicket(thread: TicketThread): void {
  queryClient.setQueryData(ticketQuery(thread.ticket.id).queryKey, thread);
  void queryClient.invalidateQueries({ queryKey: LIST });
}

export const refetchTickets = () => queryClient.invalidateQueries({ queryKey: LIST });
