import { averagePrice, parseMarket, Refusal, receiptNumber } from '@sarraf/domain';
import type { exportHistory, Order, QueryOf } from '@sarraf/domain/contracts';
import type { Page } from '../platform/rows.ts';
import { tableFile } from '../platform/table-file.ts';
import { minuteText } from '../rules/index.ts';
import type { WalletDeps } from './deps.ts';
import { type Column, type ExportLanguage, headOf, wordOf } from './export-words.ts';
import { listDeposits } from './list-deposits.ts';
import { DAY } from './payment.ts';

type Query = QueryOf<typeof exportHistory>;
type Kind = Query['kind'];

/** One row: its id, its time (ISO 8601), and its cells, whose words are codes still. */
interface Entry {
  id: string;
  at: string;
  cells: Partial<Record<Column, string>>;
}
type Source = (deps: WalletDeps, userId: string, before: string | null) => Promise<Entry[]>;

const YEAR = 366 * DAY;
const MOST_ROWS = 10_000;
const CHUNK = 100;

const page = (before: string | null): Page => ({ limit: CHUNK, size: CHUNK, offset: 0, before });

const deposits =
  (filter: { relatedCoin: string } | { excludedRelatedCoin: string }): Source =>
  async (deps, userId, before) => {
    const query = { ...filter, size: CHUNK, ...(before !== null && { cursor: before }) };
    const { content } = await listDeposits(deps, userId, query);
    return content.map((row) => ({
      id: row.id,
      at: row.createdAtDateTime,
      cells: {
        number: receiptNumber(row.id),
        coin: row.relatedCoin,
        network: row.tokenType ?? '',
        amount: row.amount,
        bankAccount: row.bankAccount ?? '',
        address: row.address ?? '',
        tag: row.tag ?? '',
        txid: row.txid ?? '',
        status: row.state,
      },
    }));
  };

const withdrawals =
  (which: 'TOMAN' | 'COINS'): Source =>
  async (deps, userId, before) => {
    const rows = await deps.above.withdrawals(userId, which, page(before));
    return rows.map((row) => ({
      id: row.id,
      at: row.createdAtDateTime,
      cells: {
        number: row.number,
        coin: row.relatedCoin,
        network: row.tokenType,
        amount: row.amount,
        fee: row.fee,
        receives: row.receives,
        bankAccount: row.bankAccount ?? '',
        address: row.destinationWalletAddress,
        tag: row.tag ?? '',
        txid: row.txid ?? '',
        status: row.state,
      },
    }));
  };

const trades: Source = async (deps, userId, before) =>
  (await deps.above.trades(userId, page(before))).map((row) => ({
    id: row.id,
    at: row.createdAtDateTime,
    cells: {
      number: row.number,
      market: row.marketType,
      side: row.orderType,
      amount: row.executedAmount,
      unitPrice: priceOf(row),
      total: row.totalPrice,
      fee: row.wage,
      status: row.orderStatus,
    },
  }));

/** A limit order trades at its own price or better, so its own price would not fit its total. */
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
    source: withdrawals('TOMAN'),
    columns: ['date', 'number', 'amount', 'fee', 'receives', 'bankAccount', 'status'],
  },
  CRYPTO_DEPOSITS: {
    source: deposits({ excludedRelatedCoin: 'TOMAN' }),
    columns: ['date', 'number', 'coin', 'network', 'amount', 'address', 'tag', 'txid', 'status'],
  },
  CRYPTO_WITHDRAWALS: {
    source: withdrawals('COINS'),
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
};

/** The file, a year and 10,000 rows at most, newest first. EXCEL_NOT_GENERATED: it could not be made. */
export async function exportFile(
  deps: WalletDeps,
  userId: string,
  { kind, format, lang }: Query,
): Promise<{ name: string; type: string; bytes: Buffer }> {
  const name = `${kind.toLowerCase().replaceAll('_', '-')}.${format}`;
  try {
    const rows = asTable(kind, lang, await entriesOf(deps, userId, kind));
    return await tableFile(name, rows, { format, lang, hasHead: true });
  } catch (err) {
    deps.log.error({ area: 'wallet', kind, format, err }, 'export failed');
    throw new Refusal('EXCEL_NOT_GENERATED');
  }
}

async function entriesOf(deps: WalletDeps, userId: string, kind: Kind): Promise<Entry[]> {
  const since = new Date(deps.clock.now() - YEAR).toISOString();
  const found: Entry[] = [];
  for (let before: string | null = null; found.length < MOST_ROWS; ) {
    const rows = await KINDS[kind].source(deps, userId, before);
    found.push(...rows.filter(({ at }) => at >= since));
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK || last.at < since) break;
    before = last.id;
  }
  return found.slice(0, MOST_ROWS);
}

function asTable(kind: Kind, lang: ExportLanguage, entries: readonly Entry[]): string[][] {
  const { columns } = KINDS[kind];
  return [
    columns.map((column) => headOf(column, lang)),
    ...entries.map(({ at, cells }) =>
      columns.map((column) => (column === 'date' ? minuteText(at, lang) : wordOf(cells[column] ?? '', lang))),
    ),
  ];
}
