import {
  AppError,
  DAY_MS,
  extractDigits,
  isSheba,
  maskSheba,
  parseDecimal,
  pow10,
  scaleOf,
} from '@sarraf/domain';
import type { BodyOf, importBankDeposits as endpoint } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { newId } from '../../platform/ids.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { toTehranTime } from '../../rules/index.ts';
import type { WalletDeps } from '../deps.ts';
import { countImportResults, insertBankDeposit, type NewBankDeposit } from './bank-deposit-store.ts';
import { notifyBankDepositOwners, settleNewBankDeposits } from './settle-bank-deposits.ts';

type Line = BodyOf<typeof endpoint>['lines'][number];
export type ParsedDeposit = Omit<NewBankDeposit, 'importedBy'>;

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
  const parsed = lines.flatMap(
    (line, at) => parseDepositLine(deps, secrets, line, (field) => errors.push(`lines.${at}.${field}`)) ?? [],
  );
  // Sorted, so that two imports of the same lines wait for each other and never deadlock.
  const referenceKey = ({ reference }: ParsedDeposit) => reference.toUpperCase();
  parsed.sort((a, b) => (referenceKey(a) < referenceKey(b) ? -1 : 1));
  if (errors.length > 0) throw new AppError('BAD_REQUEST', { errors: errors.slice(0, 50) });
  const ids = await deps.db.transaction().execute(async (tx) => {
    const added: string[] = [];
    for (const deposit of parsed)
      if (await insertBankDeposit(tx, { ...deposit, importedBy: staffId })) added.push(deposit.id);
    const detail = { lines: lines.length, added: added.length };
    const entry = { actorId: staffId, action: 'bank statement imported', subjectId: null, detail };
    await appendAudit(tx, entry, new Date(deps.clock.now()));
    return added;
  });
  await settleNewBankDeposits(deps, secrets);
  await notifyBankDepositOwners(deps);
  return { ...(await countImportResults(deps.db, ids)), known: lines.length - ids.length };
}

/** Returns null after reporting each invalid field. */
export function parseDepositLine(
  { clock }: Pick<WalletDeps, 'clock'>,
  secrets: Secrets,
  line: Line,
  reportField: (field: string) => void,
): ParsedDeposit | null {
  const payer = extractDigits(line.sheba);
  const rial = parseDecimal(line.amountRial, 0);
  const paidAt = new Date(line.paidAt);
  const reference = line.reference.trim();
  const wrongFields = [
    !/^[\x21-\x7e]{4,60}$/.test(reference) && 'reference',
    !isSheba(payer) && 'sheba',
    (rial === null || rial <= 0n) && 'amountRial',
    !(paidAt.getTime() <= clock.now() + DAY_MS) && 'paidAt',
  ].filter((field) => field !== false);
  for (const field of wrongFields) reportField(field);
  if (wrongFields.length > 0 || rial === null) return null;
  const id = newId();
  return {
    id,
    reference,
    identifier: extractDigits(line.identifier).slice(0, 40),
    payerMasked: maskSheba(payer),
    payerEncrypted: secrets.encrypt(payer, 'bank_deposits.payer_encrypted', id),
    payerIndex: secrets.blindIndex('bank deposit payer', payer),
    payerName: line.name.trim(),
    amount: rial * RIAL,
    paidAt,
    paidDay: toTehranTime(paidAt.getTime()).day,
    createdAt: new Date(clock.now()),
  };
}
