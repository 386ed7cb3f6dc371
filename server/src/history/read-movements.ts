import { AppError, formatAmount, isAsset } from '@sarraf/domain';
import {
  MOVEMENT_KINDS,
  type Movement,
  type MovementKind,
  type movements,
  type QueryOf,
  type ReplyOf,
} from '@sarraf/domain/contracts';
import type { TransferKind } from '../ledger/index.ts';
import type { Db } from '../platform/database/database.ts';
import { parseTimeSpan } from '../platform/database/rows.ts';
import { listMovements, type MovementRow } from './movement-store.ts';

const DIGITS = /^[1-9]\d{0,17}$/;

/** Returns a person's movements, newest first. BAD_REQUEST (cursor, relatedCoin, from, to). */
export async function readMovements(
  db: Db,
  userId: string,
  query: QueryOf<typeof movements>,
): Promise<ReplyOf<typeof movements>> {
  const { size = 50, cursor, relatedCoin, kind } = query;
  if (cursor !== undefined && !DIGITS.test(cursor)) throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  if (relatedCoin !== undefined && !isAsset(relatedCoin))
    throw new AppError('BAD_REQUEST', { errors: ['relatedCoin'] });
  const range = {
    asset: relatedCoin ?? null,
    kind: kind === undefined ? null : (kind.toLowerCase() as TransferKind),
    ...parseTimeSpan(query),
    before: cursor === undefined ? null : BigInt(cursor),
  };
  const { rows, next, completeUntil } = await listMovements(db, userId, range, size);
  return {
    status: 'OK',
    message: 'movements',
    content: rows.map(movementDto),
    nextCursor: next?.toString() ?? null,
    completeUntil: completeUntil.toISOString(),
  };
}

const toMovementKind = (kind: TransferKind): MovementKind => {
  const movementKind = MOVEMENT_KINDS.find((candidate) => candidate === kind.toUpperCase());
  if (!movementKind) throw new Error(`no movement is of kind ${kind}`);
  return movementKind;
};

function movementDto(row: MovementRow): Movement {
  const formatUnits = (amount: bigint) => formatAmount(amount, row.asset);
  return {
    id: row.id.toString(),
    kind: toMovementKind(row.kind),
    cause: row.cause,
    causeId: row.causeId,
    relatedCoin: row.asset,
    amount: formatUnits(row.spendableChange + row.blockedChange),
    creditChange: formatUnits(row.spendableChange),
    blockedChange: formatUnits(row.blockedChange),
    credit: row.spendable === null ? null : formatUnits(row.spendable),
    blockedCredit: row.blocked === null ? null : formatUnits(row.blocked),
    createdAtDateTime: row.at.toISOString(),
  };
}
