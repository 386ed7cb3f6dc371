import { type BusinessRowKind, type FieldText, fieldsOf, getFieldDecimals } from '@sarraf/domain';
import type { BusinessRow } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import type { RowDraft, ValidatedDraft } from './form.ts';
import own from './rows.module.css';
import { getFieldAsset } from './units.ts';

interface RowFieldsProps {
  kind: BusinessRowKind;
  row: BusinessRow;
  draft: RowDraft;
  errors: ValidatedDraft['errors'];
  /** All fields; otherwise only switching off what is on. */
  admin: boolean;
  onChange: (draft: RowDraft) => void;
}

/** The fields of a row: its switches, then its numbers with their units. */
export function RowFields({ kind, row, draft, errors, admin, onChange }: RowFieldsProps) {
  const t = useTranslations('businessRows');
  const { unit } = useFormat();
  const fields = Object.entries(fieldsOf(kind));
  const getValue = (name: string): FieldText => draft[name] ?? row.values[name] ?? '';
  const getLabel = (name: string) => t(`field.${name}` as 'field.active');
  const getError = (name: string) => (errors[name] ? t(`error.${errors[name]}`) : null);
  const getHint = (name: string) =>
    t.has(`hint.${name}` as 'hint.spread') ? t(`hint.${name}` as 'hint.spread') : null;
  const switches = fields.filter(([, { type }]) => type === 'switch');
  const figures = fields.filter(([, { type }]) => type !== 'switch');
  return (
    <>
      {switches.length > 0 && (
        <Cluster gap={5} rowGap={2} align="stretch" wrap>
          {switches.map(([name]) => (
            <Checkbox
              key={name}
              checked={getValue(name) === true}
              disabled={!admin && row.values[name] !== true}
              onChange={(event) => onChange({ ...draft, [name]: event.target.checked })}
            >
              {getLabel(name)}
            </Checkbox>
          ))}
        </Cluster>
      )}
      {figures.length > 0 && (
        <div className={own.figures}>
          {figures.map(([name, field]) => {
            const asset = getFieldAsset(kind, row.key, field);
            const isPercent = field.type === 'percent' || name === 'percent';
            const aside = asset ? unit(asset) : isPercent ? t('percentSign') : null;
            return (
              <Field
                key={name}
                label={getLabel(name)}
                aside={aside && <span className={own.unit}>{aside}</span>}
                hint={getHint(name)}
                error={getError(name)}
              >
                <NumberInput
                  value={String(getValue(name))}
                  decimals={getFieldDecimals(kind, row.key, field)}
                  disabled={!admin}
                  onChange={(value) => onChange({ ...draft, [name]: value })}
                />
              </Field>
            );
          })}
        </div>
      )}
    </>
  );
}
