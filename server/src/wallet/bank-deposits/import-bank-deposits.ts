import {
  AppError,
  DAY_MS,
  isSheba,
  maskSheba,
  onlyDigits,
  parseDecimal,
  pow10,
  scaleOf,
} from '@sarraf/domain';
import type { BodyOf, importBankDeposits as endpoint } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { newId } from '../../platform/ids.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { inTehran } from '../../rules/index.ts';
import type { WalletDeps } from '../deps.ts';
import { countOfImport, insertBankDeposit, type NewBankDeposit } from './bank-deposit-store.ts';
import { notifyBankDepositOwners, settleNew } from './settle-bank-deposits.ts';

type Line = BodyOf<typeof endpoint>['lines'][number];
export type ReadDeposit = Omit<NewBankDeposit, 'importedBy'>;

/** Smallest units of Toman in one Rial. */
const RIAL = pow10(scaleOf('TOMAN')) / 10n;

/**
 * Imports lines of the bank's statement, all or none; each reference counts once, ignoring case, and matching lines
 * are credited immediately. BAD_REQUEST names each wrong field: `lines.3.sheba`.
 */
export async function importBankDeposits(
  deps: WalletDeps,
  secrets: Secrets,
  staffId: string,
  lines: readonly Line[],
): Promise<{ matched: number; unmatched: number; known: number }> {
  const errors: string[] = [];
  const read = lines.flatMap(
    (line, at) => readDepositLine(deps, secrets, line, (field) => errors.push(`lines.${at}.${field}`)) ?? [],
  );
  // Sorted, so that two imports of the same lines wait for each other and never deadlock.
  const keyOf = ({ reference }: ReadDeposit) => reference.toUpperCase();
  read.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  if (errors.length > 0) throw new AppError('BAD_REQUEST', { errors: errors.slice(0, 50) });
  const ids = await deps.db.transaction().execute(async (tx) => {
    const added: string[] = [];
    for (const deposit of read)
      if (await insertBankDeposit(tx, { ...deposit, importedBy: staffId })) added.push(deposit.id);
    const detail = { lines: lines.length, added: added.length };
    const entry = { actorId: staffId, action: 'bank statement imported', subjectId: null, detail };
    await appendAudit(tx, entry, new Date(deps.clock.now()));
    return added;
  });
  await settleNew(deps, secrets);
  await notifyBankDepositOwners(deps);
  return { ...(await countOfImport(deps.db, ids)), known: lines.length - ids.length };
}

/** Returns null after reporting each invalid field. */
export function readDepositLine(
  { clock }: Pick<WalletDeps, 'clock'>,
  secrets: Secrets,
  line: Line,
  fault: (field: string) => void,
): ReadDeposit | null {
  const payer = onlyDigits(line.sheba);
  const rial = parseDecimal(line.amountRial, 0);
  const paidAt = new Date(line.paidAt);
  const reference = line.reference.trim();
  const wrong = [
    !/^[\x21-\x7e]{4,60}$/.test(reference) && 'reference',
    !isSheba(payer) && 'sheba',
    (rial === null || rial <= 0n) && 'amountRial',
    !(paidAt.getTime() <= clock.now() + DAY_MS) && 'paidAt',
  ].filter((field) => field !== false);
  for (const field of wrong) fault(field);
  if (wrong.length > 0 || rial === null) return null;
  const id = newId();
  return {
    id,
    reference,
    identifier: onlyDigits(line.identifier).slice(0, 40),
    payerMasked: maskSheba(payer),
    payerEncrypted: secrets.encrypt(payer, 'bank_deposits.payer_encrypted', id),
    payerIndex: secrets.blindIndex('bank deposit payer', payer),
    payerName: line.name.trim(),
    amount: rial * RIAL,
    paidAt,
    paidDay: inTehran(paidAt.getTime()).day,
    createdAt: new Date(clock.now()),
  };
}
