import type { IssuedCode, issueReceipt, ReceiptKind } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api/api.ts';

/** What a receipt is of, and how it stands: a receipt that reads otherwise has another code. */
export interface ReceiptSubject {
  kind: ReceiptKind;
  id: string;
  version: string;
}

/** The verification code of a receipt as it reads now. */
export const useIssuedCode = ({ kind, id, version }: ReceiptSubject) =>
  useQuery<IssuedCode>({
    queryKey: ['issued-code', kind, id, version],
    queryFn: async ({ signal }) =>
      (await call<typeof issueReceipt>('POST', '/issued-documents', { body: { kind, id }, signal })).baseDTO,
    staleTime: Number.POSITIVE_INFINITY,
  });
