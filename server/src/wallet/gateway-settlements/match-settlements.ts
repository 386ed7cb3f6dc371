import type { PaymentGateway as GatewayName } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { atTehran } from '../../rules/index.ts';
import type { WalletDeps } from '../deps.ts';
import {
  type GatewaySettlementRow,
  gatewaysWithOpen,
  linesFound,
  lockSettlementsOf,
  openSettlementsOf,
  paymentsNamed,
  unfoundLines,
  unnamedPayments,
  writeJudgements,
  writeMissing,
  writeOutcome,
} from './gateway-settlement-store.ts';
import { judgeLine, type LineJudgement } from './judge-line.ts';

const DAY_MINUTES = 24 * 60;

/** Rematches open settlements with payments credited later, or named by a later settlement; runs periodically. */
export async function sweepGatewaySettlements({ db }: Pick<WalletDeps, 'db'>): Promise<void> {
  for (const gateway of await gatewaysWithOpen(db)) {
    await db.transaction().execute(async (tx) => {
      await lockSettlementsOf(tx, gateway);
      await matchOpen(tx, gateway);
    });
  }
}

/** Matches all open settlements of a gateway, under its lock: one may contain what another lacks. */
export async function matchOpen(tx: Tx, gateway: GatewayName): Promise<void> {
  const open = await openSettlementsOf(tx, gateway);
  for (const settlement of open) await findLines(tx, settlement);
  // After the lines of all settlements: a payment missing in one may be in the next.
  for (const settlement of open) await conclude(tx, settlement);
}

async function findLines(tx: Tx, { id, gateway }: GatewaySettlementRow): Promise<void> {
  const lines = await unfoundLines(tx, id);
  if (lines.length === 0) return;
  const named = await paymentsNamed(
    tx,
    gateway,
    lines.map(({ reference }) => reference),
  );
  const judged: (LineJudgement & { id: string })[] = [];
  const byId = new Map(named.map((payment) => [payment.id, payment]));
  const byName = new Map<string, typeof named>();
  for (const payment of named)
    for (const name of new Set([payment.reference, payment.authority]))
      if (name !== null) byName.set(name, [...(byName.get(name) ?? []), payment]);
  for (const line of lines) {
    const judgement = judgeLine(line, byName.get(line.reference) ?? []);
    const found = judgement.trouble === null ? byId.get(judgement.paymentId ?? '') : undefined;
    if (found) found.taken = true;
    judged.push({ id: line.id, ...judgement });
  }
  await writeJudgements(tx, judged);
}

/** Returns the payments of its days that no settlement names. */
export const unnamedOf = (tx: Tx, { gateway, fromDay, toDay }: GatewaySettlementRow) =>
  unnamedPayments(tx, gateway, {
    from: new Date(atTehran(fromDay, 0)),
    to: new Date(atTehran(toDay, DAY_MINUTES)),
  });

export const sumOfPayments = (payments: readonly { amount: bigint }[]): bigint =>
  payments.reduce((sum, { amount }) => sum + amount, 0n);

async function conclude(tx: Tx, settlement: GatewaySettlementRow): Promise<void> {
  const { id, gross, way } = settlement;
  const unnamed = await unnamedOf(tx, settlement);
  const sum = sumOfPayments(unnamed);
  if (way === 'DAYS') {
    const faults = sum === gross ? 0 : 1;
    await writeOutcome(tx, id, { state: 'OPEN', found: sum, missing: 0n, faults, missingLines: 0 });
    return;
  }
  await writeMissing(
    tx,
    id,
    unnamed.map((payment) => ({ ...payment, lineId: newId() })),
  );
  const { found, faults } = await linesFound(tx, id);
  const state = faults === 0 && unnamed.length === 0 ? 'DONE' : 'OPEN';
  await writeOutcome(tx, id, { state, found, missing: sum, faults, missingLines: unnamed.length });
}
