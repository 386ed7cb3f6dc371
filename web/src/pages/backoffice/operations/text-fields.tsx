import { useTranslations } from 'use-intl';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';

const MAX_TEXT = 300;

interface LocalizedTexts {
  fa: string;
  en: string;
}

/** The text for customers, in each language. */
export function TextFields({
  texts,
  onChange,
}: {
  texts: LocalizedTexts;
  onChange: (change: Partial<LocalizedTexts>) => void;
}) {
  const t = useTranslations('staffOperations');
  return (
    <>
      <Field label={t('textFaLabel')}>
        <TextArea
          rows={2}
          dir="rtl"
          value={texts.fa}
          maxLength={MAX_TEXT}
          onChange={(event) => onChange({ fa: event.target.value })}
        />
      </Field>
      <Field label={t('textEnLabel')}>
        <TextArea
          rows={2}
          dir="ltr"
          value={texts.en}
          maxLength={MAX_TEXT}
          onChange={(event) => onChange({ en: event.target.value })}
        />
      </Field>
    </>
  );
}

export const areTextsFilled = ({ fa, en }: LocalizedTexts): boolean => fa.trim() !== '' && en.trim() !== '';
