import { averagePrice, groupBankNumber, parseMarket, receiptNumber } from '@sarraf/domain';
import type { exportHistory, Order, QueryOf } from '@sarraf/domain/contracts';
import type { Page } from '../platform/database/rows.ts';
import type { Cell } from '../platform/files/csv.ts';
import { MAX_ROWS, type TableFile } from '../platform/files/table-file.ts';
import { readForUser } from '../platform/reads/reads.ts';
import { minuteText } from '../rules/index.ts';
import type { HistoryDeps } from './deps.ts';
import { type Column, cutText, type ExportLanguage, headOf, valueText } from './file-texts.ts';

/** Movements are exported by export-movements.ts. */
type Kind = Exclude<QueryOf<typeof exportHistory>['kind'], 'MOVEMENTS'>;
type Query = QueryOf<typeof exportHistory> & { kind: Kind };

/** One row: its id, its time (ISO 8601), and its cells, still with codes instead of texts. */
interface Entry {
  id: string;
  at: string;
  cells: Partial<Record<Column, Cell>>;
}
interface Chunk {
  entries: Entry[];
  /** Cursor of the next chunk; null: there is none. */
  next: string | null;
}
type Source = (deps: HistoryDeps, userId: string, before: string | null) => Promise<Chunk>;

const YEAR_MS = 366 * 24 * 3_600_000;
const CHUNK = 1_000;
/** Maximum size of a page of fills. */
const MAX_FILLS = 500;

/** Continues after the last id while chunks are full. */
const whole = (entries: Entry[]): Chunk => ({
  entries,
  next: entries.length < CHUNK ? null : (entries.at(-1)?.id ?? null),
});

const page = (before: string | null): Page => ({ limit: CHUNK, size: CHUNK, offset: 0, before });

const deposits =
  (filter: { relatedCoin: string } | { excludedRelatedCoin: string }): Source =>
  async (deps, userId, before) => {
    const query = { ...filter, size: CHUNK, ...(before !== null && { cursor: before }) };
    const { content } = await deps.wallet.listDeposits(userId, query, deps.db);
    const entries = content.map((row) => ({
      id: row.id,
      at: row.createdAtDateTime,
      cells: {
        number: receiptNumber(row.id),
        coin: row.relatedCoin,
        network: row.tokenType ?? '',
        amount: amountOf(row.amount, row.relatedCoin),
        bankAccount: groupBankNumber(row.bankAccount ?? ''),
        address: row.address ?? '',
        tag: row.tag ?? '',
        txid: row.txid ?? '',
        status: row.state,
      },
    }));
    return whole(entries);
  };

const withdrawals =
  (filter: Parameters<HistoryDeps['withdrawal']['list']>[1]): Source =>
  async (deps, userId, before) => {
    const rows = await deps.withdrawal.list(userId, filter, page(before), deps.db);
    const entries = rows.map((row) => ({
      id: row.id,
      at: row.createdAtDateTime,
      cells: {
        number: row.number,
        coin: row.relatedCoin,
        network: row.tokenType,
        amount: amountOf(row.amount, row.relatedCoin),
        fee: amountOf(row.fee, row.relatedCoin),
        receives: amountOf(row.receives, row.relatedCoin),
        bankAccount: groupBankNumber(row.bankAccount ?? ''),
        address: row.destinationWalletAddress,
        tag: row.tag ?? '',
        txid: row.txid ?? '',
        status: row.state,
      },
    }));
    return whole(entries);
  };

const trades: Source = async (deps, userId, before) => {
  const rows = await deps.trading.tradesOf(userId, page(before), deps.db);
  const entries = rows.map((row) => {
    const quote = parseMarket(row.marketType)?.quote ?? '';
    return {
      id: row.id,
      at: row.createdAtDateTime,
      cells: {
        number: row.number,
        market: row.marketType,
        side: row.recurring === null ? row.orderType : 'RECURRING_BUY',
        amount: { number: row.executedAmount },
        unitPrice: { number: priceOf(row) },
        total: amountOf(row.totalPrice, quote),
        fee: amountOf(row.wage, quote),
        status: row.orderStatus,
      },
    };
  });
  return whole(entries);
};

/** Each fill separately, with its order. */
const ownFills: Source = async ({ trading, db }, userId, before) => {
  const query = { size: MAX_FILLS, ...(before !== null && { cursor: before }) };
  const { content, nextCursor } = await trading.fillsOf(userId, query, db);
  const entries = content.map((row) => ({
    id: row.id,
    at: row.createdAtDateTime,
    cells: {
      number: row.number,
      order: receiptNumber(row.orderId),
      market: row.marketType,
      side: row.side.toUpperCase(),
      amount: { number: row.amount },
      unitPrice: { number: row.unitPrice },
      total: amountOf(row.wholePrice, row.wageCoin),
      fee: amountOf(row.wage, row.wageCoin),
      role: row.maker ? 'MAKER' : 'TAKER',
    },
  }));
  return { entries, next: nextCursor };
};

const amountOf = (number: string, asset: string): Cell => ({ number, toman: asset === 'TOMAN' });

/**
 * Returns the executed price: a limit order trades at its own price or better, so its own price would not fit its
 * total.
 */
function priceOf({ orderType, marketType, unitPrice, executedPrice, executedAmount }: Order): string {
  const market = parseMarket(marketType);
  if (!market || orderType.startsWith('EXCHANGE_')) return unitPrice;
  return averagePrice(market.coin, market.quote, executedPrice, executedAmount) ?? unitPrice;
}

const KINDS: Readonly<Record<Kind, { source: Source; columns: readonly Column[] }>> = {
  TOMAN_DEPOSITS: {
    source: deposits({ relatedCoin: 'TOMAN' }),
    columns: ['date', 'number', 'amount', 'bankAccount', 'status'],
  },
  TOMAN_WITHDRAWALS: {
    source: withdrawals({ asset: 'TOMAN', except: null }),
    columns: ['date', 'number', 'amount', 'fee', 'receives', 'bankAccount', 'status'],
  },
  CRYPTO_DEPOSITS: {
    source: deposits({ excludedRelatedCoin: 'TOMAN' }),
    columns: ['date', 'number', 'coin', 'network', 'amount', 'address', 'tag', 'txid', 'status'],
  },
  CRYPTO_WITHDRAWALS: {
    source: withdrawals({ asset: null, except: 'TOMAN' }),
    columns: [
      'date',
      'number',
      'coin',
      'network',
      'amount',
      'fee',
      'receives',
      'address',
      'tag',
      'txid',
      'status',
    ],
  },
  TRADES: {
    source: trades,
    columns: ['date', 'number', 'market', 'side', 'amount', 'unitPrice', 'total', 'fee', 'status'],
  },
  FILLS: {
    source: ownFills,
    columns: ['date', 'number', 'order', 'market', 'side', 'amount', 'unitPrice', 'total', 'fee', 'role'],
  },
};

/**
 * Returns the limits of a file; null: unlimited. Accounting needs every fill, so those are limited only by a
 * workbook's size.
 */
const endsOf = ({ kind, format }: Query): { rows: number | null; ms: number | null } =>
  kind === 'FILLS' ? { rows: format === 'csv' ? null : MAX_ROWS, ms: null } : { rows: MAX_ROWS, ms: YEAR_MS };

/** Exports the newest first, within the limits of `endsOf`; a last line says what is missing. */
export function historyTable(deps: HistoryDeps, userId: string, query: Query): TableFile {
  const { kind, lang } = query;
  return {
    name: kind.toLowerCase().replaceAll('_', '-'),
    head: KINDS[kind].columns.map((column) => headOf(column, lang)),
    exact: !kind.startsWith('TOMAN'),
    rows: rowsOf(deps, userId, query),
  };
}

async function* rowsOf(deps: HistoryDeps, userId: string, query: Query): AsyncGenerator<Cell[][]> {
  const { kind, lang } = query;
  const ends = endsOf(query);
  const since = ends.ms === null ? '' : new Date(deps.clock.now() - ends.ms).toISOString();
  let written = 0;
  for (let before: string | null = null; ; ) {
    const { entries, next }: Chunk = await readForUser(deps.db, userId, (db) =>
      KINDS[kind].source({ ...deps, db }, userId, before),
    );
    const recent = entries.filter(({ at }) => at >= since);
    const some = ends.rows === null ? recent : recent.slice(0, ends.rows - written);
    written += some.length;
    yield some.map((entry) => cellsOf(entry, kind, lang));
    if (some.length < recent.length) return yield [[cutText('ROWS', written, lang)]];
    if (recent.length < entries.length) return yield [[cutText('YEAR', written, lang)]];
    if (next === null) return;
    before = next;
  }
}

const cellsOf = ({ at, cells }: Entry, kind: Kind, lang: ExportLanguage): Cell[] =>
  KINDS[kind].columns.map((column) => {
    const cell = cells[column] ?? '';
    if (column === 'date') return minuteText(at, lang);
    return typeof cell === 'string' ? valueText(cell, lang) : cell;
  });
