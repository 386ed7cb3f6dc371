import { type Asset, formatAmount } from '@sarraf/domain';
import type { StatementDocument, StatementRow } from '@sarraf/domain/contracts';
import type { AssetFlow } from '../referral/index.ts';
import type { Holder } from './deps.ts';

/** Content of a statement, as stored; amounts are decimal text. */
export type Summary = Holder & Pick<StatementDocument, 'rows' | 'totals'>;

/** With its verification code, which is made of all the rest. */
export interface IssuedSummary extends Summary {
  code: string;
}

export function summarizeFlows(holder: Holder, flows: readonly AssetFlow[]): Summary {
  const formatSum = (amountOf: (flow: AssetFlow) => bigint, summedFlows: readonly AssetFlow[] = flows) =>
    formatToman(summedFlows.reduce((total, flow) => total + amountOf(flow), 0n));
  // Toman moved by trades is already shown as the price of the coins.
  const coins = flows.filter(({ asset }) => asset !== 'TOMAN');
  return {
    name: holder.name,
    nationalCode: holder.nationalCode,
    rows: [...flows].sort(compareByValue).map(summaryRowOf),
    totals: {
      boughtToman: formatSum((flow) => flow.boughtToman, coins),
      soldToman: formatSum((flow) => flow.soldToman, coins),
      feesToman: formatSum((flow) => flow.feesToman),
      referralToman: formatSum((flow) => flow.referralToman),
      realisedToman: formatSum((flow) => flow.realised),
    },
  };
}

const formatToman = (amount: bigint): string => formatAmount(amount, 'TOMAN' as Asset);

/** Sorts Toman first, then coins by value. */
function compareByValue(a: AssetFlow, b: AssetFlow): number {
  if ((a.asset === 'TOMAN') !== (b.asset === 'TOMAN')) return a.asset === 'TOMAN' ? -1 : 1;
  if (a.closingCost !== b.closingCost) return a.closingCost > b.closingCost ? -1 : 1;
  return a.asset < b.asset ? -1 : 1;
}

function summaryRowOf(flow: AssetFlow): StatementRow {
  const formatUnits = (amount: bigint) => formatAmount(amount, flow.asset);
  return {
    asset: flow.asset,
    opening: formatUnits(flow.opening),
    openingCostToman: formatToman(flow.openingCost),
    bought: formatUnits(flow.bought),
    boughtToman: formatToman(flow.boughtToman),
    sold: formatUnits(flow.sold),
    soldToman: formatToman(flow.soldToman),
    received: formatUnits(flow.received),
    sent: formatUnits(flow.sent),
    fees: formatUnits(flow.fees),
    feesToman: formatToman(flow.feesToman),
    referral: formatUnits(flow.referral),
    referralToman: formatToman(flow.referralToman),
    corrected: formatUnits(flow.corrected),
    closing: formatUnits(flow.closing),
    closingCostToman: formatToman(flow.closingCost),
    realisedToman: formatToman(flow.realised),
  };
}
