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

/** What was typed, by field; a field that isn't there is as it stands. */
export type RowDraft = Readonly<Record<string, FieldText>>;
export type RowFault = FieldFault | 'UNREADABLE';

export interface ReadDraft {
  /** The fields that change, as they are sent. */
  changes: Record<string, FieldText>;
  faults: Readonly<Record<string, RowFault>>;
  /** It waits for a second admin. */
  loose: boolean;
  /** What the treasury may do. */
  offOnly: boolean;
}

/** What a row's fields mean; one that can't be read is left out. */
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

/** What a draft would do to a row beside the others of its kind. */
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
  // Switching off always passes, whatever else is wrong with the row.
  if (!offOnly)
    Object.assign(faults, { ...validateBusinessRow(kind, row.key, after, { before, others }), ...faults });
  return { changes, faults, loose: loosens(kind, before, after), offOnly };
}

/** A count travels as a number. */
function asSent(type: string, text: FieldText): FieldText {
  if (type !== 'count' || typeof text !== 'string' || !/^\d{1,9}$/.test(text)) return text;
  return Number.parseInt(text, 10);
}
