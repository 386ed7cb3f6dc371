import type { PaymentGateway, sandboxOutbox } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, call } from '../../lib/api.ts';

/** Nobody's address: the answer is empty in the sandbox, and NOT_FOUND everywhere else. */
const NOBODY = 'nobody@sarraf.test';

/** The gateways of this server. The API doesn't list them, but the sandbox gives itself away. */
export const gatewaysQuery = queryOptions({
  queryKey: ['gateways'],
  queryFn: async ({ signal }): Promise<PaymentGateway[]> => {
    try {
      await call<typeof sandboxOutbox>('GET', '/sandbox/outbox', { query: { to: NOBODY }, signal });
      return ['SANDBOX'];
    } catch (error) {
      if (error instanceof ApiFailure && error.httpStatus >= 400 && error.httpStatus < 500)
        return ['ZARINPAL'];
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});
