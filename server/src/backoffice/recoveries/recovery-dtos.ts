import { maskEmail } from '@sarraf/domain';
import type { Recovery } from '@sarraf/domain/contracts';
import type { BackofficeContext } from '../deps.ts';
import { fullNameOf } from '../staff.ts';
import type { RecoveryRow } from '../store.ts';

/** Maps recoveries for staff: users masked, staff members with their address, since they are accountable. */
export async function recoveryDtos(
  context: BackofficeContext,
  staffId: string,
  rows: RecoveryRow[],
): Promise<Recovery[]> {
  const ids = rows.flatMap(({ userId, startedBy, decidedBy }) => [userId, startedBy, decidedBy ?? startedBy]);
  const people = await context.people.findAll([...new Set(ids)]);
  return rows.map((row) => {
    const person = people.get(row.userId);
    return {
      id: row.id,
      personId: row.userId,
      name: person ? fullNameOf(person) : '',
      email: maskEmail(person?.email ?? ''),
      kind: row.kind,
      newEmail: row.newEmail === null ? '' : maskEmail(row.newEmail),
      evidence: row.evidence,
      state: row.state,
      startedBy: people.get(row.startedBy)?.email ?? '',
      own: row.startedBy === staffId,
      decidedBy: row.decidedBy === null ? '' : (people.get(row.decidedBy)?.email ?? ''),
      createdAtDateTime: row.createdAt.toISOString(),
      decidedAtDateTime: row.decidedAt?.toISOString() ?? null,
    };
  });
}
