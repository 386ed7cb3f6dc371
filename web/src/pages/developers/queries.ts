import type { programTerms } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { useLanguage } from '../../framework/i18n/language.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';

const HOUR_MS = 3_600_000;
export const OPENAPI = '/api/docs/json';
export const ASYNCAPI = '/api/docs/asyncapi.json';

/** Limits, refusals and calls as the server applies them. */
export const useTermsQuery = () =>
  publicQuery<typeof programTerms>(useLanguage(), '/developers', {}, HOUR_MS);

/** The displayed part of the stream's AsyncAPI document. */
export interface StreamDocument {
  channels: Record<string, { address: string; description: string; messages: Record<string, object> }>;
  components: { messages: Record<string, { examples?: { name: string; payload: object }[] }> };
}

export const streamDocumentQuery = queryOptions({
  queryKey: ['asyncapi'],
  staleTime: HOUR_MS,
  async queryFn({ signal }): Promise<StreamDocument> {
    const response = await fetch(ASYNCAPI, { signal });
    if (!response.ok) throw new Error(`${ASYNCAPI}: ${response.status}`);
    return response.json();
  },
});
