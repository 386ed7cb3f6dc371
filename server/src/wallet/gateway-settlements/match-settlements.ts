import type { PaymentGateway as GatewayName } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { fromTehranTime } from '../../rules/index.ts';
import type { WalletDeps } from '../deps.ts';
import {
  findNamedPayments,
  type GatewaySettlementRow,
  listGatewaysWithOpenSettlements,
  listOpenSettlements,
  listUnmatchedLines,
  listUnnamedPayments,
  lockGatewaySettlements,
  saveLineMatches,
  saveMissingPayments,
  saveSettlementOutcome,
  sumFoundLines,
} from './gateway-settlement-store.ts';
import { type LineMatch, matchLine } from './match-line.ts';

const DAY_MINUTES = 24 * 60;

/** Rematches open settlements with payments credited later, or named by a later settlement; runs periodically. */
export async function sweepGatewaySettlements({ db }: Pick<WalletDeps, 'db'>): Promise<void> {
  for (const gateway of await listGatewaysWithOpenSettlements(db)) {
    await db.transaction().execute(async (tx) => {
      await lockGatewaySettlements(tx, gateway);
      await matchOpenSettlements(tx, gateway);
    });
  }
}

/** Matches all open settlements of a gateway, under its lock: one may contain what another lacks. */
export async function matchOpenSettlements(tx: Tx, gateway: GatewayName): Promise<void> {
  const open = await listOpenSettlements(tx, gateway);
  for (const settlement of open) await matchSettlementLines(tx, settlement);
  // After the lines of all settlements: a payment missing in one may be in the next.
  for (const settlement of open) await saveOutcome(tx, settlement);
}

async function matchSettlementLines(tx: Tx, { id, gateway }: GatewaySettlementRow): Promise<void> {
  const lines = await listUnmatchedLines(tx, id);
  if (lines.length === 0) return;
  const payments = await findNamedPayments(
    tx,
    gateway,
    lines.map(({ reference }) => reference),
  );
  const matches: (LineMatch & { id: string })[] = [];
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  const byName = new Map<string, typeof payments>();
  for (const payment of payments)
    for (const name of new Set([payment.reference, payment.authority]))
      if (name !== null) byName.set(name, [...(byName.get(name) ?? []), payment]);
  for (const line of lines) {
    const match = matchLine(line, byName.get(line.reference) ?? []);
    const found = match.trouble === null ? byId.get(match.paymentId ?? '') : undefined;
    if (found) found.taken = true;
    matches.push({ id: line.id, ...match });
  }
  await saveLineMatches(tx, matches);
}

/** Returns the payments of its days that no settlement names. */
export const listUnnamedInPeriod = (tx: Tx, { gateway, fromDay, toDay }: GatewaySettlementRow) =>
  listUnnamedPayments(tx, gateway, {
    from: new Date(fromTehranTime(fromDay, 0)),
    to: new Date(fromTehranTime(toDay, DAY_MINUTES)),
  });

export const sumPayments = (payments: readonly { amount: bigint }[]): bigint =>
  payments.reduce((sum, { amount }) => sum + amount, 0n);

async function saveOutcome(tx: Tx, settlement: GatewaySettlementRow): Promise<void> {
  const { id, gross, way } = settlement;
  const unnamed = await listUnnamedInPeriod(tx, settlement);
  const sum = sumPayments(unnamed);
  if (way === 'DAYS') {
    const problemCount = sum === gross ? 0 : 1;
    await saveSettlementOutcome(tx, id, {
      state: 'OPEN',
      found: sum,
      missing: 0n,
      faults: problemCount,
      missingLines: 0,
    });
    return;
  }
  await saveMissingPayments(
    tx,
    id,
    unnamed.map((payment) => ({ ...payment, lineId: newId() })),
  );
  const { found, problemCount } = await sumFoundLines(tx, id);
  const state = problemCount === 0 && unnamed.length === 0 ? 'DONE' : 'OPEN';
  await saveSettlementOutcome(tx, id, {
    state,
    found,
    missing: sum,
    faults: problemCount,
    missingLines: unnamed.length,
  });
}
