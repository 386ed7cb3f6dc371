import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Language, useLanguage } from '../../framework/i18n/language.ts';
import { localDigits } from '../../lib/format/format.ts';
import { cx } from '../class-names.ts';
import { useFieldProps, useFieldReading } from './field.tsx';
import { applyKeystroke, formatInputNumber, type NumberEdit } from './number-text.ts';
import css from './text-input.module.css';

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'size'> {
  /** Plain Latin decimal text, '' if empty. */
  value: string;
  onChange: (value: string) => void;
  /** Maximum digits after the point; further ones are dropped. */
  decimals?: number;
  size?: 'm' | 'l';
}

type NumberDraft = Omit<NumberEdit, 'caret'> & { language: Language };

/**
 * Reads Persian, Arabic and Latin digits; shows those of the language, grouped; emits plain Latin text. Ambiguous
 * text stays as typed, with its interpretation below the field.
 */
export function NumberInput({
  value,
  onChange,
  decimals = 8,
  size = 'm',
  className,
  ...rest
}: NumberInputProps) {
  const language = useLanguage();
  const t = useTranslations('field');
  const field = useFieldProps();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [draft, setDraft] = useState<NumberDraft>({
    value,
    displayText: formatInputNumber(value, language),
    language,
  });
  // The draft ("12.") is shown while it means the value; a value or language from outside replaces it.
  const current: NumberDraft =
    draft.value === value && draft.language === language
      ? draft
      : { value, displayText: formatInputNumber(value, language), language };
  const { displayText, asTyped, reading } = current;
  // Ungrouped if decimals are allowed: "1,234" would be shown as the interpretation of itself.
  const inputNumber = decimals > 0 ? localDigits(value, language) : formatInputNumber(value, language);
  useFieldReading(reading ? t(`reading.${reading}`, { number: inputNumber }) : null, value === '');

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.target;
    const edit = applyKeystroke({
      text,
      caret: selectionStart ?? text.length,
      before: displayText,
      asTyped,
      deleting: getDeleteDirection(event.nativeEvent),
      decimals,
      language,
    });
    caret.current = edit.caret;
    setDraft({ ...edit, language });
    if (edit.value !== value) onChange(edit.value);
  };

  return (
    <input
      {...field}
      autoComplete="off"
      {...rest}
      aria-describedby={cx(field['aria-describedby'], rest['aria-describedby']) || undefined}
      aria-invalid={field['aria-invalid'] || rest['aria-invalid']}
      ref={input}
      type="text"
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      dir="ltr"
      value={displayText}
      onChange={change}
      className={cx(css.input, size === 'l' && css.big, className)}
    />
  );
}

function getDeleteDirection(event: Event): 'backward' | 'forward' | null {
  const type = 'inputType' in event ? event.inputType : '';
  if (type === 'deleteContentBackward') return 'backward';
  return type === 'deleteContentForward' ? 'forward' : null;
}
