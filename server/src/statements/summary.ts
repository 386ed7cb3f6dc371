import { type Asset, formatAmount } from '@sarraf/domain';
import type { StatementPaper, StatementRow } from '@sarraf/domain/contracts';
import type { AssetFlow } from '../referral/index.ts';
import type { Holder } from './deps.ts';

/** Content of a statement, as stored; amounts are decimal text. */
export type Summary = Holder & Pick<StatementPaper, 'rows' | 'totals'>;

/** With its verification code, which is made of all the rest. */
export interface IssuedSummary extends Summary {
  code: string;
}

export function summaryOf(holder: Holder, flows: readonly AssetFlow[]): Summary {
  const sum = (of: (flow: AssetFlow) => bigint, from: readonly AssetFlow[] = flows) =>
    toman(from.reduce((all, flow) => all + of(flow), 0n));
  // Toman moved by trades is already shown as the price of the coins.
  const coins = flows.filter(({ asset }) => asset !== 'TOMAN');
  return {
    name: holder.name,
    nationalCode: holder.nationalCode,
    rows: [...flows].sort(byWorth).map(rowOf),
    totals: {
      boughtToman: sum((flow) => flow.boughtToman, coins),
      soldToman: sum((flow) => flow.soldToman, coins),
      feesToman: sum((flow) => flow.feesToman),
      referralToman: sum((flow) => flow.referralToman),
      realisedToman: sum((flow) => flow.realised),
    },
  };
}

const toman = (amount: bigint): string => formatAmount(amount, 'TOMAN' as Asset);

/** Sorts Toman first, then coins by value. */
function byWorth(a: AssetFlow, b: AssetFlow): number {
  if ((a.asset === 'TOMAN') !== (b.asset === 'TOMAN')) return a.asset === 'TOMAN' ? -1 : 1;
  if (a.closingCost !== b.closingCost) return a.closingCost > b.closingCost ? -1 : 1;
  return a.asset < b.asset ? -1 : 1;
}

function rowOf(flow: AssetFlow): StatementRow {
  const own = (amount: bigint) => formatAmount(amount, flow.asset);
  return {
    asset: flow.asset,
    opening: own(flow.opening),
    openingCostToman: toman(flow.openingCost),
    bought: own(flow.bought),
    boughtToman: toman(flow.boughtToman),
    sold: own(flow.sold),
    soldToman: toman(flow.soldToman),
    received: own(flow.received),
    sent: own(flow.sent),
    fees: own(flow.fees),
    feesToman: toman(flow.feesToman),
    referral: own(flow.referral),
    referralToman: toman(flow.referralToman),
    corrected: own(flow.corrected),
    closing: own(flow.closing),
    closingCostToman: toman(flow.closingCost),
    realisedToman: toman(flow.realised),
  };
}
