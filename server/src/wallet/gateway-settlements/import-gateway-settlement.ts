import { AppError, DAY_MS, parseDecimal } from '@sarraf/domain';
import type {
  BodyOf,
  importGatewaySettlement as endpoint,
  GatewaySettlement,
} from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { newId } from '../../platform/ids.ts';
import { toTehranTime } from '../../rules/index.ts';
import type { WalletDeps } from '../deps.ts';
import { TOMAN_UNIT } from '../payments/payment.ts';
import {
  findGatewaySettlement,
  insertGatewaySettlement,
  lockGatewaySettlements,
  type NewGatewayLine,
  type NewGatewaySettlement,
} from './gateway-settlement-store.ts';
import { gatewaySettlementDtos } from './gateway-settlement-views.ts';
import { matchOpenSettlements } from './match-settlements.ts';

type Body = BodyOf<typeof endpoint>;
type ReportField = (field: string) => void;

const RIAL = TOMAN_UNIT / 10n;
/** Gateways pay on each working day; the longest holidays are shorter. */
const MAX_DAYS = 10;

/**
 * Imports one complete settlement of a gateway, and matches its payments. It moves no money: each payment is in the
 * ledger since it was confirmed. BAD_REQUEST names each wrong field, and a sum that differs from its lines;
 * CONFLICT: its reference is known.
 */
export async function importGatewaySettlement(
  deps: WalletDeps,
  staffId: string,
  body: Body,
): Promise<GatewaySettlement> {
  const errors: string[] = [];
  const lines = body.lines.map((line, at) =>
    parseSettlementLine(line, (field) => errors.push(`lines.${at}.${field}`)),
  );
  const settlement = parseSettlement(deps, { staffId, body, lines }, (field) => errors.push(field));
  if (errors.length > 0) throw new AppError('BAD_REQUEST', { errors: errors.slice(0, 50) });
  const { id, gateway } = settlement;
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockGatewaySettlements(tx, gateway);
    if (!(await insertGatewaySettlement(tx, settlement, lines))) throw new AppError('CONFLICT');
    await matchOpenSettlements(tx, gateway);
    const detail = { settlement: id, gateway, reference: settlement.reference, lines: lines.length };
    const entry = { actorId: staffId, action: 'gateway settlement imported', subjectId: null, detail };
    await appendAudit(tx, entry, settlement.createdAt);
    return findGatewaySettlement(tx, id);
  });
  const [view] = row ? await gatewaySettlementDtos(deps, [row]) : [];
  if (!view) throw new Error(`settlement ${id} is gone`);
  return view;
}

function parseSettlementLine(line: Body['lines'][number], reportField: ReportField): NewGatewayLine {
  const reference = line.reference.trim();
  if (!/^[\x21-\x7e]{1,100}$/.test(reference)) reportField('reference');
  const amount = parseRial(line.amountRial, 1n, () => reportField('amountRial'));
  const fee = parseRial(line.feeRial, 0n, () => reportField('feeRial'));
  return { id: newId(), reference, amount, fee };
}

function parseSettlement(
  { clock }: WalletDeps,
  { staffId, body, lines }: { staffId: string; body: Body; lines: readonly NewGatewayLine[] },
  reportField: ReportField,
): NewGatewaySettlement {
  const reference = body.reference.trim();
  const gross = parseRial(body.grossRial, 1n, () => reportField('grossRial'));
  const fee = parseRial(body.feeRial, 0n, () => reportField('feeRial'));
  if (!/^[\x21-\x7e]{4,60}$/.test(reference)) reportField('reference');
  if (fee >= gross) reportField('feeRial');
  const days = [body.fromDay, body.toDay, body.paidDay, toTehranTime(clock.now()).day];
  // The days are in order, and none is in the future.
  (['fromDay', 'toDay', 'paidDay'] as const).forEach((name, at) => {
    if (!isValidDay(body[name]) || body[name] > (days[at + 1] ?? '')) reportField(name);
  });
  if (Date.parse(body.toDay) - Date.parse(body.fromDay) >= MAX_DAYS * DAY_MS) reportField('fromDay');
  const sumLines = (field: 'amount' | 'fee') => lines.reduce((total, line) => total + line[field], 0n);
  if (lines.length > 0 && sumLines('amount') !== gross) reportField('grossRial');
  // A gateway that reports its fee for the sum alone has none in its lines.
  if (sumLines('fee') !== 0n && sumLines('fee') !== fee) reportField('feeRial');
  return {
    id: newId(),
    gateway: body.gateway,
    reference,
    paidDay: body.paidDay,
    fromDay: body.fromDay,
    toDay: body.toDay,
    gross,
    fee,
    way: lines.length > 0 ? 'LINES' : 'DAYS',
    importedBy: staffId,
    createdAt: new Date(clock.now()),
  };
}

/** Converts whole Rial to smallest units of Toman; 0 after reporting an error. */
function parseRial(text: BodyOf<typeof endpoint>['grossRial'], min: bigint, reportError: () => void): bigint {
  const rial = parseDecimal(text, 0);
  if (rial !== null && rial >= min) return rial * RIAL;
  reportError();
  return 0n;
}

const isValidDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};
