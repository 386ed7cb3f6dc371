import { toLatinDigits } from '@sarraf/domain';
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../framework/i18n/language.ts';
import { localDigits } from '../../lib/format/format.ts';
import { cx } from '../class-names.ts';
import css from './code-input.module.css';
import { useFieldProps } from './field.tsx';

interface CodeInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** Latin digits. */
  value: string;
  onChange: (value: string) => void;
  /** Called once when the last box is filled. */
  onComplete?: (value: string) => void;
  length?: number;
  invalid?: boolean;
}

/**
 * One real input under `length` drawn boxes: paste, SMS autofill and screen readers get the field they expect, and
 * people see boxes. A filled box at the caret is selected, so that typing replaces it.
 */
export function CodeInput({
  value,
  onChange,
  onComplete,
  length = 6,
  invalid,
  className,
  ...rest
}: CodeInputProps) {
  const t = useTranslations('field');
  const language = useLanguage();
  const field = useFieldProps();
  const input = useRef<HTMLInputElement>(null);
  const [caretIndex, setCaretIndex] = useState<number | null>(null);
  const isInvalid = invalid || field['aria-invalid'];
  // If its value is cleared from outside, the input moves its caret without an event.
  const activeBox =
    caretIndex === null || rest.disabled ? null : Math.min(caretIndex, value.length, length - 1);

  useEffect(() => {
    const trackCaret = () => {
      const element = input.current;
      if (!element || document.activeElement !== element) return setCaretIndex(null);
      const start = Math.min(element.selectionStart ?? 0, length - 1);
      const end = element.selectionEnd ?? start;
      if (start === end && start < element.value.length) element.setSelectionRange(start, start + 1);
      setCaretIndex(start);
    };
    document.addEventListener('selectionchange', trackCaret);
    return () => document.removeEventListener('selectionchange', trackCaret);
  }, [length]);

  /** A selected digit would catch the arrow keys, so they are handled here: from box to box. */
  const handleArrowKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (direction === 0 || event.shiftKey) return;
    event.preventDefault();
    const next = Math.max(0, Math.min((caretIndex ?? 0) + direction, event.currentTarget.value.length));
    event.currentTarget.setSelectionRange(next, next);
  };

  const handleInput = (text: string) => {
    const code = toLatinDigits(text).replace(/\D/g, '').slice(0, length);
    onChange(code);
    if (code.length === length && code !== value) onComplete?.(code);
  };

  return (
    <div className={cx(css.code, isInvalid && css.wrong, className)} dir="ltr">
      <input
        aria-label={field.id ? undefined : t('code')}
        {...field}
        autoComplete="one-time-code"
        {...rest}
        ref={input}
        type="text"
        inputMode="numeric"
        aria-invalid={isInvalid || undefined}
        className={css.input}
        value={value}
        onChange={(event) => handleInput(event.target.value)}
        onPaste={(event) => {
          event.preventDefault();
          handleInput(event.clipboardData.getData('text'));
        }}
        onKeyDown={handleArrowKey}
        onFocus={() => setCaretIndex(Math.min(value.length, length - 1))}
        onBlur={() => setCaretIndex(null)}
      />
      {Array.from({ length }, (_, i) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its index.
          key={i}
          aria-hidden
          className={cx(css.box, i === activeBox && css.here, i < value.length && css.filled)}
        >
          {i < value.length ? localDigits(value[i] ?? '', language) : ''}
        </span>
      ))}
    </div>
  );
}
