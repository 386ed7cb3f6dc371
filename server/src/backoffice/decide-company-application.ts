import type { BodyOf, decideCompanyApplication as decideEndpoint } from '@sarraf/domain/contracts';
import type { BackofficeContext } from './deps.ts';

/**
 * Approves or refuses an account as a company; verification notifies the user and writes the audit entry. Refusals:
 * see its `decideCompany`.
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
