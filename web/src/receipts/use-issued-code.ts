import type { IssuedCode, issueReceipt, ReceiptKind } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api/api.ts';

/** The subject of a receipt and its state: a receipt with other content has another code. */
export interface ReceiptSubject {
  kind: ReceiptKind;
  id: string;
  version: string;
}

/** Loads the verification code of a receipt in its current version. */
export const useIssuedCode = ({ kind, id, version }: ReceiptSubject) =>
  useQuery<IssuedCode>({
    queryKey: ['issued-code', kind, id, version],
    queryFn: async ({ signal }) =>
      (await call<typeof issueReceipt>('POST', '/issued-documents', { body: { kind, id }, signal })).baseDTO,
    staleTime: Number.POSITIVE_INFINITY,
  });
