import { AppError, formatAmount } from '@sarraf/domain';
import type { Instruction } from '@sarraf/domain/contracts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import { isId } from '../../platform/ids.ts';
import type { CompanyContext } from '../deps.ts';
import type { CompanyRow } from '../store.ts';
import { findInstruction, type InstructionWithDetails, listInstructions } from './instruction-store.ts';

/** Returns EXPIRED as soon as the time is over, though the job stores it up to a minute later. */
const currentStateOf = ({ state, expiresAt }: InstructionWithDetails, now: Date): Instruction['state'] =>
  state === 'WAITING' && expiresAt !== null && expiresAt <= now ? 'EXPIRED' : state;

const instructionDto = (context: CompanyContext, row: InstructionWithDetails): Instruction => ({
  id: row.id,
  kind: row.kind,
  state: currentStateOf(row, context.now()),
  amount: formatAmount(row.amount, 'TOMAN'),
  paymentId: row.paymentId,
  reason: row.reason,
  failure: row.failure,
  refund: row.refundState && { state: row.refundState, reference: row.refundReference },
  settlementIds: row.settlementIds,
  key: { label: row.keyLabel, tail: row.keyTail },
  createdAtDateTime: row.createdAt.toISOString(),
  expiresAtDateTime: row.expiresAt?.toISOString() ?? null,
  decidedAtDateTime: row.decidedAt?.toISOString() ?? null,
});

/** NOT_FOUND */
export async function readInstruction(
  context: CompanyContext,
  { id: companyId }: Pick<CompanyRow, 'id'>,
  id: string,
): Promise<Instruction> {
  const row = isId(id) ? await findInstruction(context.db, companyId, id) : null;
  if (row === null) throw new AppError('NOT_FOUND');
  return instructionDto(context, row);
}

export async function readInstructionPage(
  context: CompanyContext,
  company: CompanyRow,
  { state, ...query }: Parameters<typeof parsePage>[0] & { state?: Instruction['state'] },
): Promise<{ content: Instruction[]; nextCursor: string | null }> {
  const page = parsePage(query);
  const filter = { companyId: company.id, state: state ?? null };
  const { rows, nextCursor } = toPage(await listInstructions(context.db, filter, page), page);
  return { content: rows.map((row) => instructionDto(context, row)), nextCursor };
}
