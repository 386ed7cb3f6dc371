import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const TimeSchema = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z$' });
/** Null: nothing was restored. */
const MillisecondsSchema = Type.Union([Type.Number({ minimum: 0 }), Type.Null()]);

/** Result of a restore drill; times in ISO 8601. */
const DrillRecord = Type.Object({
  held: Type.Boolean(),
  begunAt: TimeSchema,
  /** The requested time; null: as far as possible. */
  asked: Type.Union([TimeSchema, Type.Null()]),
  /** The last restored transaction, and the last settlement batch. */
  recoveryPoint: Type.Union([TimeSchema, Type.Null()]),
  batch: Type.Union([Type.Object({ number: Type.String(), at: TimeSchema }), Type.Null()]),
  /** Lost time: settled, but missing. */
  lostMs: MillisecondsSchema,
  /** Time until the copy accepted connections; included are the copying of files, and the replay of the log. */
  recoveryMs: MillisecondsSchema,
  copyMs: MillisecondsSchema,
  replayMs: MillisecondsSchema,
  auditMs: MillisecondsSchema,
  /** Source with which the heads of the ledger were compared. */
  heads: Type.String(),
  faults: Type.Array(Type.String()),
});
export type DrillRecord = Static<typeof DrillRecord>;

/** Returns the record of a drill that ended with an error: without it the alarm would rest on the last success. */
export const describeFailedDrill = (begunAt: Date, at: Date | null, error: Error): DrillRecord => ({
  held: false,
  begunAt: begunAt.toISOString(),
  asked: at?.toISOString() ?? null,
  recoveryPoint: null,
  batch: null,
  lostMs: null,
  recoveryMs: null,
  copyMs: null,
  replayMs: null,
  auditMs: null,
  heads: 'NOT_COMPARED',
  faults: [error.message],
});

/** Writes the record atomically, into a folder that it makes if needed; other users may read it. */
export function writeDrillRecord(file: string, record: DrillRecord): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(record, null, 2)}\n`, { flush: true });
  // The drill's systemd unit has a restrictive umask.
  chmodSync(`${file}.new`, 0o644);
  renameSync(`${file}.new`, file);
}

/** Reads the record; null if there is none yet. Throws when the file is unreadable or invalid. */
export function readDrillRecord(file: string): DrillRecord | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return Value.Parse(DrillRecord, JSON.parse(text));
}
