import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/language.ts';
import { cx } from '../class-names.ts';
import { useInField } from './field.tsx';
import { shownNumber, typedNumber } from './number-text.ts';
import css from './text-input.module.css';

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'size'> {
  /** Plain Latin decimal text, '' for nothing. */
  value: string;
  onChange: (value: string) => void;
  /** Digits after the point; more are not taken. */
  decimals?: number;
  size?: 'm' | 'l';
}

/** Reads Persian, Arabic and Latin digits; shows those of the language, grouped; gives plain Latin text. */
export function NumberInput({
  value,
  onChange,
  decimals = 8,
  size = 'm',
  className,
  ...rest
}: NumberInputProps) {
  const language = useLanguage();
  const field = useInField();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [draft, setDraft] = useState({ value, shown: shownNumber(value, language), language });
  // The draft ("12.") stands while it means the value; a value or language from outside replaces it.
  const shown =
    draft.value === value && draft.language === language ? draft.shown : shownNumber(value, language);

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.target;
    const typed = typedNumber({
      text,
      caret: selectionStart ?? text.length,
      before: shown,
      deleting: deletingOf(event.nativeEvent),
      decimals,
      language,
    });
    caret.current = typed.caret;
    setDraft({ value: typed.value, shown: typed.shown, language });
    if (typed.value !== value) onChange(typed.value);
  };

  return (
    <input
      {...field}
      autoComplete="off"
      {...rest}
      ref={input}
      type="text"
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      dir="ltr"
      value={shown}
      onChange={change}
      className={cx(css.input, size === 'l' && css.big, className)}
    />
  );
}

function deletingOf(event: Event): 'backward' | 'forward' | null {
  const type = 'inputType' in event ? event.inputType : '';
  if (type === 'deleteContentBackward') return 'backward';
  return type === 'deleteContentForward' ? 'forward' : null;
}
