import { type BusinessRowKind, type FieldText, fieldsOf } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useValueText } from './words.tsx';

interface ChangeWordsProps {
  kind: BusinessRowKind;
  rowKey: string;
  before: Readonly<Record<string, FieldText>>;
  after: Readonly<Record<string, FieldText>>;
}

/** Lists changed fields, one per line: "Spread: from 0.35% to 0.4%". */
export function ChangedFieldsList({ kind, rowKey, before, after }: ChangeWordsProps) {
  const t = useTranslations('businessRows');
  const text = useValueText();
  const names = Object.keys(fieldsOf(kind)).filter((name) => after[name] !== undefined);
  const formatValue = (value: FieldText | undefined, name: string) =>
    value === undefined ? '—' : `\u2068${text(kind, rowKey, name, value)}\u2069`;
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <b>{t(`field.${name}` as 'field.active')}</b>:{' '}
          {t('fromTo', { before: formatValue(before[name], name), after: formatValue(after[name], name) })}
        </li>
      ))}
    </ul>
  );
}
