import { useTranslations } from 'use-intl';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';

const MAX_NAME_LENGTH = 60;

export function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const t = useTranslations('settings.passkeys');
  return (
    <Field label={t('name')} hint={t('nameHint')}>
      <TextInput
        dir="auto"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
