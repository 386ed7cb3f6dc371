import { AppError, DAY_MS, parseDecimal } from '@sarraf/domain';
import type {
  BodyOf,
  importGatewaySettlement as endpoint,
  GatewaySettlement,
} from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { newId } from '../../platform/ids.ts';
import { inTehran } from '../../rules/index.ts';
import type { WalletDeps } from '../deps.ts';
import { TOMAN_UNIT } from '../payments/payment.ts';
import {
  findGatewaySettlement,
  insertGatewaySettlement,
  lockSettlementsOf,
  type NewGatewayLine,
  type NewGatewaySettlement,
} from './gateway-settlement-store.ts';
import { gatewaySettlementViews } from './gateway-settlement-views.ts';
import { matchOpen } from './match-settlements.ts';

type Body = BodyOf<typeof endpoint>;
type Fault = (field: string) => void;

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
    readSettlementLine(line, (field) => errors.push(`lines.${at}.${field}`)),
  );
  const settlement = readSettlement(deps, { staffId, body, lines }, (field) => errors.push(field));
  if (errors.length > 0) throw new AppError('BAD_REQUEST', { errors: errors.slice(0, 50) });
  const { id, gateway } = settlement;
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockSettlementsOf(tx, gateway);
    if (!(await insertGatewaySettlement(tx, settlement, lines))) throw new AppError('CONFLICT');
    await matchOpen(tx, gateway);
    const detail = { settlement: id, gateway, reference: settlement.reference, lines: lines.length };
    const entry = { actorId: staffId, action: 'gateway settlement imported', subjectId: null, detail };
    await appendAudit(tx, entry, settlement.createdAt);
    return findGatewaySettlement(tx, id);
  });
  const [view] = row ? await gatewaySettlementViews(deps, [row]) : [];
  if (!view) throw new Error(`settlement ${id} is gone`);
  return view;
}

function readSettlementLine(line: Body['lines'][number], fault: Fault): NewGatewayLine {
  const reference = line.reference.trim();
  if (!/^[\x21-\x7e]{1,100}$/.test(reference)) fault('reference');
  const amount = rialOf(line.amountRial, 1n, () => fault('amountRial'));
  const fee = rialOf(line.feeRial, 0n, () => fault('feeRial'));
  return { id: newId(), reference, amount, fee };
}

function readSettlement(
  { clock }: WalletDeps,
  { staffId, body, lines }: { staffId: string; body: Body; lines: readonly NewGatewayLine[] },
  fault: Fault,
): NewGatewaySettlement {
  const reference = body.reference.trim();
  const gross = rialOf(body.grossRial, 1n, () => fault('grossRial'));
  const fee = rialOf(body.feeRial, 0n, () => fault('feeRial'));
  if (!/^[\x21-\x7e]{4,60}$/.test(reference)) fault('reference');
  if (fee >= gross) fault('feeRial');
  const days = [body.fromDay, body.toDay, body.paidDay, inTehran(clock.now()).day];
  // The days are in order, and none is in the future.
  (['fromDay', 'toDay', 'paidDay'] as const).forEach((name, at) => {
    if (!isDay(body[name]) || body[name] > (days[at + 1] ?? '')) fault(name);
  });
  if (Date.parse(body.toDay) - Date.parse(body.fromDay) >= MAX_DAYS * DAY_MS) fault('fromDay');
  const sum = (of: 'amount' | 'fee') => lines.reduce((all, line) => all + line[of], 0n);
  if (lines.length > 0 && sum('amount') !== gross) fault('grossRial');
  // A gateway that reports its fee for the sum alone has none in its lines.
  if (sum('fee') !== 0n && sum('fee') !== fee) fault('feeRial');
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
function rialOf(text: BodyOf<typeof endpoint>['grossRial'], least: bigint, fault: () => void): bigint {
  const rial = parseDecimal(text, 0);
  if (rial !== null && rial >= least) return rial * RIAL;
  fault();
  return 0n;
}

const isDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};
