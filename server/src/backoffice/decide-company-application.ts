import type { BodyOf, decideCompanyApplication as decideEndpoint } from '@sarraf/domain/contracts';
import type { BackofficeContext } from './deps.ts';

/**
 * Makes an account a company's or refuses; verification tells the person and writes the audit entry with it. Refusals: see
 * its `decideCompany`.
 */
export const handleCompanyApplication = (
  context: BackofficeContext,
  staffId: string,
  id: string,
  { decision, version, reasons = [], note = '' }: BodyOf<typeof decideEndpoint>,
): Promise<void> =>
  context.verification.decideCompany(staffId, id, {
    decision,
    version,
    reasons: decision === 'REFUSE' ? [...new Set(reasons)] : [],
    note: note.trim(),
  });
