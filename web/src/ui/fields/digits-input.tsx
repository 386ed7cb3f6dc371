import { type ChangeEvent, type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { type DigitShape, groupDigits, parseDigitsEdit } from './digit-text.ts';
import { TextInput } from './text-input.tsx';

interface DigitsInputProps
  extends DigitShape,
    Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'max' | 'type'> {
  /** Latin digits only. */
  value: string;
  onChange: (value: string) => void;
  before?: ReactNode;
  after?: ReactNode;
}

/**
 * An input for identifiers made of digits: cards, national codes, telephones. Reads any digits, shows Latin ones,
 * left to right.
 */
export function DigitsInput({ value, onChange, max, group = 0, ...rest }: DigitsInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.target;
    const edit = parseDigitsEdit(text, selectionStart ?? text.length, { max, group });
    caret.current = edit.caret;
    onChange(edit.digits);
  };
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      ref={input}
      latin
      inputMode="numeric"
      value={groupDigits(value, group)}
      onChange={change}
    />
  );
}
