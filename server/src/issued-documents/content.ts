import { parseMarket } from '@sarraf/domain';
import type {
  Calendar,
  DepositRow,
  DocumentFigure,
  IssuedKind,
  Order,
  StatementPaper,
  VerifiedDocument,
  WithdrawalRow,
} from '@sarraf/domain/contracts';
import type { ReceiptSubjects } from './deps.ts';

/** Content of a document, as it is sealed: the code is made of exactly this. */
export interface IssuedContent
  extends Pick<
    VerifiedDocument,
    'kind' | 'number' | 'orderType' | 'state' | 'at' | 'network' | 'holder' | 'figures' | 'statement'
  > {
  /** True: all of it is compared with the ledger in each check; false: it may still change (an open order). */
  settled: boolean;
  /** Further content that isn't shown on verification: what never changes, and what comes later. */
  fixed: string;
  moving: string;
}

type Figure = IssuedContent['figures'][number];
const figure = (name: DocumentFigure, amount: string, asset: string, of: string | null = null): Figure => ({
  figure: name,
  amount,
  asset,
  of,
});

const RECEIPT = {
  orderType: null,
  network: null,
  statement: null,
  settled: true,
  fixed: '',
  moving: '',
} as const;

function ofTrade(order: Order, holder: string): IssuedContent {
  const { coin = order.destinationCoin, quote = 'TOMAN' } = parseMarket(order.marketType) ?? {};
  return {
    ...RECEIPT,
    kind: 'TRADE',
    number: order.number,
    orderType: order.orderType,
    state: order.orderStatus,
    at: order.createdAtDateTime,
    holder,
    figures: [
      figure('AMOUNT', order.amount, coin),
      figure('EXECUTED', order.executedAmount, coin),
      figure('UNIT_PRICE', order.unitPrice, quote),
      figure('VALUE', order.executedPrice, quote),
      figure('FEE', order.wage, quote),
      figure('TOTAL', order.totalPrice, quote),
    ],
    settled: order.orderStatus !== 'IS_OPEN',
  };
}

const ofWithdrawal = (row: WithdrawalRow, holder: string): IssuedContent => ({
  ...RECEIPT,
  kind: 'WITHDRAWAL',
  number: row.number,
  state: row.state,
  at: row.createdAtDateTime,
  network: row.relatedCoin === 'TOMAN' ? null : row.tokenType,
  holder,
  figures: [
    figure('AMOUNT', row.amount, row.relatedCoin),
    figure('FEE', row.fee, row.relatedCoin),
    figure('RECEIVES', row.receives, row.relatedCoin),
  ],
  fixed: JSON.stringify([row.destinationWalletAddress, row.tag]),
  moving: row.txid ?? '',
});

const ofDeposit = (row: DepositRow, holder: string): IssuedContent => ({
  ...RECEIPT,
  kind: 'DEPOSIT',
  number: null,
  state: row.state,
  at: row.createdAtDateTime,
  network: row.tokenType ?? null,
  holder,
  figures: [figure('AMOUNT', row.amount, row.relatedCoin)],
  fixed: JSON.stringify([row.address ?? null, row.tag ?? null, row.txid ?? null]),
  // The card that paid may differ from the requested one.
  moving: row.bankAccount ?? '',
});

export const RECEIPT_CONTENT: {
  [K in keyof ReceiptSubjects]: (subject: ReceiptSubjects[K], holder: string) => IssuedContent;
} = { TRADE: ofTrade, WITHDRAWAL: ofWithdrawal, DEPOSIT: ofDeposit };

/** A statement that was just made. */
export interface StatementToIssue extends Pick<StatementPaper, 'name' | 'rows' | 'totals'> {
  userId: string;
  calendar: Calendar;
  year: number;
  complete: boolean;
  madeAt: Date;
  /** Digest of all its numbers. */
  digest: string;
}

/** Excludes the time it was made at: the same numbers are the same document. */
export const statementContent = (made: StatementToIssue): Omit<IssuedContent, 'at'> => ({
  ...RECEIPT,
  kind: 'STATEMENT',
  number: null,
  state: null,
  holder: initialsOf(made.name),
  statement: {
    calendar: made.calendar,
    year: made.year,
    complete: made.complete,
  },
  figures: [
    figure('BOUGHT', made.totals.boughtToman, 'TOMAN'),
    figure('SOLD', made.totals.soldToman, 'TOMAN'),
    figure('FEES', made.totals.feesToman, 'TOMAN'),
    figure('REFERRAL', made.totals.referralToman, 'TOMAN'),
    figure('REALISED', made.totals.realisedToman, 'TOMAN'),
    ...made.rows.flatMap((row) => [
      figure('OPENING', row.opening, row.asset, row.asset),
      figure('BOUGHT', row.bought, row.asset, row.asset),
      figure('SOLD', row.sold, row.asset, row.asset),
      figure('RECEIVED', row.received, row.asset, row.asset),
      figure('SENT', row.sent, row.asset, row.asset),
      figure('CLOSING', row.closing, row.asset, row.asset),
    ]),
  ],
  fixed: made.digest,
});

/** Returns the subject of a document: a newer document of the same subject supersedes it. */
export const subjectOfStatement = ({ calendar, year }: Pick<StatementToIssue, 'calendar' | 'year'>): string =>
  `${calendar} ${year}`;

const SHOWN_NAMES = 2;

/** «س. ا.» for «سارا احمدی»: enough to compare with a paper, but not to identify a person. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, SHOWN_NAMES)
    .map((word) => `${[...word][0]}.`)
    .join(' ');

/** Whether the present state of its subject equals the document. */
export const saysTheSame = (issued: IssuedContent, now: IssuedContent): boolean =>
  JSON.stringify([issued.kind, issued.number, issued.orderType, issued.at, issued.figures, issued.fixed]) ===
  JSON.stringify([now.kind, now.number, now.orderType, now.at, now.figures, now.fixed]);

export const isReceipt = (kind: IssuedKind): kind is keyof ReceiptSubjects => kind !== 'STATEMENT';
