import { toLatinDigits } from '@sarraf/domain';
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../i18n/language.ts';
import { localDigits } from '../../lib/format/format.ts';
import { cx } from '../class-names.ts';
import css from './code-input.module.css';
import { useInField } from './field.tsx';

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
  const field = useInField();
  const input = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const wrong = invalid || field['aria-invalid'];
  // If its value is cleared from outside, the input moves its caret without an event.
  const here = at === null || rest.disabled ? null : Math.min(at, value.length, length - 1);

  useEffect(() => {
    const follow = () => {
      const element = input.current;
      if (!element || document.activeElement !== element) return setAt(null);
      const start = Math.min(element.selectionStart ?? 0, length - 1);
      const end = element.selectionEnd ?? start;
      if (start === end && start < element.value.length) element.setSelectionRange(start, start + 1);
      setAt(start);
    };
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, [length]);

  /** A selected digit would catch the arrow keys, so they are handled here: from box to box. */
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (by === 0 || event.shiftKey) return;
    event.preventDefault();
    const next = Math.max(0, Math.min((at ?? 0) + by, event.currentTarget.value.length));
    event.currentTarget.setSelectionRange(next, next);
  };

  const change = (text: string) => {
    const code = toLatinDigits(text).replace(/\D/g, '').slice(0, length);
    onChange(code);
    if (code.length === length && code !== value) onComplete?.(code);
  };

  return (
    <div className={cx(css.code, wrong && css.wrong, className)} dir="ltr">
      <input
        aria-label={field.id ? undefined : t('code')}
        {...field}
        autoComplete="one-time-code"
        {...rest}
        ref={input}
        type="text"
        inputMode="numeric"
        aria-invalid={wrong || undefined}
        className={css.input}
        value={value}
        onChange={(event) => change(event.target.value)}
        onPaste={(event) => {
          event.preventDefault();
          change(event.clipboardData.getData('text'));
        }}
        onKeyDown={step}
        onFocus={() => setAt(Math.min(value.length, length - 1))}
        onBlur={() => setAt(null)}
      />
      {Array.from({ length }, (_, i) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its index.
          key={i}
          aria-hidden
          className={cx(css.box, i === here && css.here, i < value.length && css.filled)}
        >
          {i < value.length ? localDigits(value[i] ?? '', language) : ''}
        </span>
      ))}
    </div>
  );
}
