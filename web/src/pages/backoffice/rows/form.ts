import {
  type BusinessRowKind,
  type FieldFault,
  type FieldText,
  type FieldValue,
  fieldsOf,
  loosens,
  onlySwitchesOff,
  type RowValues,
  readField,
  validateBusinessRow,
} from '@sarraf/domain';
import type { BusinessRow } from '@sarraf/domain/contracts';

/** Edited values by field; a missing field is unchanged. */
export type RowDraft = Readonly<Record<string, FieldText>>;
export type RowFault = FieldFault | 'UNREADABLE';

export interface ReadDraft {
  /** The changed fields, as they are sent. */
  changes: Record<string, FieldText>;
  faults: Readonly<Record<string, RowFault>>;
  /** Needs a second admin. */
  loose: boolean;
  /** Only switching off, which the treasury may do. */
  offOnly: boolean;
}

/** Parses a row's fields; invalid ones are left out. */
export function valuesOf(
  kind: BusinessRowKind,
  { key, values }: Pick<BusinessRow, 'key' | 'values'>,
): RowValues {
  const read: Record<string, FieldValue> = {};
  for (const [name, field] of Object.entries(fieldsOf(kind))) {
    const value = readField(kind, key, field, values[name] ?? '');
    if (value !== null) read[name] = value;
  }
  return read;
}

/** Validates a draft of a row against the other rows of its kind. */
export function readDraft(
  kind: BusinessRowKind,
  row: BusinessRow,
  draft: RowDraft,
  rows: readonly BusinessRow[],
): ReadDraft {
  const before = valuesOf(kind, row);
  const after: Record<string, FieldValue> = { ...before };
  const faults: Record<string, RowFault> = {};
  const changes: Record<string, FieldText> = {};
  for (const [name, text] of Object.entries(draft)) {
    const field = fieldsOf(kind)[name];
    const value = field ? readField(kind, row.key, field, asSent(field.type, text)) : null;
    if (field === undefined || value === before[name]) continue;
    if (value === null) faults[name] = 'UNREADABLE';
    else {
      after[name] = value;
      changes[name] = asSent(field.type, text);
    }
  }
  const offOnly = onlySwitchesOff(kind, before, after);
  const others = Object.fromEntries(rows.map((other) => [other.key, valuesOf(kind, other)]));
  // Switching off is always allowed, whatever else is wrong with the row.
  if (!offOnly)
    Object.assign(faults, { ...validateBusinessRow(kind, row.key, after, { before, others }), ...faults });
  return { changes, faults, loose: loosens(kind, before, after), offOnly };
}

/** A count is sent as a number. */
function asSent(type: string, text: FieldText): FieldText {
  if (type !== 'count' || typeof text !== 'string' || !/^\d{1,9}$/.test(text)) return text;
  return Number.parseInt(text, 10);
}
