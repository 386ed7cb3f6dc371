import {
  type BusinessRowKind,
  type FieldError,
  type FieldText,
  type FieldValue,
  fieldsOf,
  isLoosening,
  isSwitchingOffOnly,
  parseField,
  type RowValues,
  validateBusinessRow,
} from '@sarraf/domain';
import type { BusinessRow } from '@sarraf/domain/contracts';

/** Edited values by field; a missing field is unchanged. */
export type RowDraft = Readonly<Record<string, FieldText>>;
export type RowFieldError = FieldError | 'UNREADABLE';

export interface ValidatedDraft {
  /** The changed fields, as they are sent. */
  changes: Record<string, FieldText>;
  errors: Readonly<Record<string, RowFieldError>>;
  /** Needs a second admin. */
  loose: boolean;
  /** Only switching off, which the treasury may do. */
  offOnly: boolean;
}

/** Parses a row's fields; invalid ones are left out. */
export function parseRowValues(
  kind: BusinessRowKind,
  { key, values }: Pick<BusinessRow, 'key' | 'values'>,
): RowValues {
  const parsedValues: Record<string, FieldValue> = {};
  for (const [name, field] of Object.entries(fieldsOf(kind))) {
    const value = parseField(kind, key, field, values[name] ?? '');
    if (value !== null) parsedValues[name] = value;
  }
  return parsedValues;
}

/** Validates a draft of a row against the other rows of its kind. */
export function validateDraft(
  kind: BusinessRowKind,
  row: BusinessRow,
  draft: RowDraft,
  rows: readonly BusinessRow[],
): ValidatedDraft {
  const currentValues = parseRowValues(kind, row);
  const newValues: Record<string, FieldValue> = { ...currentValues };
  const errors: Record<string, RowFieldError> = {};
  const changes: Record<string, FieldText> = {};
  for (const [name, text] of Object.entries(draft)) {
    const field = fieldsOf(kind)[name];
    const value = field ? parseField(kind, row.key, field, toSentValue(field.type, text)) : null;
    if (field === undefined || value === currentValues[name]) continue;
    if (value === null) errors[name] = 'UNREADABLE';
    else {
      newValues[name] = value;
      changes[name] = toSentValue(field.type, text);
    }
  }
  const offOnly = isSwitchingOffOnly(kind, currentValues, newValues);
  const others = Object.fromEntries(rows.map((other) => [other.key, parseRowValues(kind, other)]));
  // Switching off is always allowed, whatever else is wrong with the row.
  if (!offOnly)
    Object.assign(errors, {
      ...validateBusinessRow(kind, row.key, newValues, { before: currentValues, others }),
      ...errors,
    });
  return { changes, errors, loose: isLoosening(kind, currentValues, newValues), offOnly };
}

/** A count is sent as a number. */
function toSentValue(type: string, text: FieldText): FieldText {
  if (type !== 'count' || typeof text !== 'string' || !/^\d{1,9}$/.test(text)) return text;
  return Number.parseInt(text, 10);
}
