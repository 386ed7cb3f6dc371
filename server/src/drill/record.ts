import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z$' });
const Milliseconds = Type.Number({ minimum: 0 });

/** What came of a restore on trial; times in ISO 8601. */
const DrillRecord = Type.Object({
  held: Type.Boolean(),
  begunAt: Time,
  /** What was asked for; null: all that there is. */
  asked: Type.Union([Time, Type.Null()]),
  /** The last transaction, and the last settlement batch, that was had back. */
  recoveryPoint: Type.Union([Time, Type.Null()]),
  batch: Type.Union([Type.Object({ number: Type.String(), at: Time }), Type.Null()]),
  /** Of what was settled that are missing. */
  lostMs: Milliseconds,
  /** Until it answered; of that the copying of files, and the replay of the log. */
  recoveryMs: Milliseconds,
  copyMs: Milliseconds,
  replayMs: Milliseconds,
  auditMs: Milliseconds,
  /** What the heads of the books were compared with. */
  heads: Type.String(),
  faults: Type.Array(Type.String()),
});
export type DrillRecord = Static<typeof DrillRecord>;

/** Whole or not at all; others may read it. */
export function writeDrillRecord(file: string, record: DrillRecord): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(record, null, 2)}\n`, { flush: true });
  // The unit of the drill has a umask that keeps others out.
  chmodSync(`${file}.new`, 0o644);
  renameSync(`${file}.new`, file);
}

/** Null where there is none yet. Throws where the file can't be read, or says something else. */
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
