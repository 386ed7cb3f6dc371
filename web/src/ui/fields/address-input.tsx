import { cleanPastedValue } from '@sarraf/domain';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from '../class-names.ts';
import css from './address-input.module.css';
import { useFieldProps, useInvisibleCharactersReading } from './field.tsx';
import { groupedCaret, groupText, removeGroupBlanks } from './grouped-text.ts';
import areaCss from './text-area.module.css';
import inputCss from './text-input.module.css';

interface AddressInputProps
  extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'maxLength' | 'rows'> {
  /** Without grouping blanks. */
  value: string;
  onChange: (address: string) => void;
  maxLength: number;
  /** Filters a typed or pasted text; by default it removes blanks. */
  clean?: (text: string) => string;
  after?: ReactNode;
}

/** An input that shows an address or code in full, in groups of four over several lines, during and after typing. */
export function AddressInput({
  value,
  onChange,
  maxLength,
  clean = removeGroupBlanks,
  after,
  className,
  ...rest
}: AddressInputProps) {
  const field = useFieldProps();
  const textArea = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const grouped = groupText(value);
  useInvisibleCharactersReading(value);
  useLayoutEffect(() => {
    if (caret.current === null || !textArea.current) return;
    const at = groupedCaret(grouped, caret.current);
    textArea.current.setSelectionRange(at, at);
    caret.current = null;
  }, [grouped]);
  return (
    <>
      <textarea
        {...field}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        translate="no"
        {...rest}
        ref={textArea}
        dir="ltr"
        rows={1}
        className={cx(inputCss.input, areaCss.area, css.address, className)}
        value={grouped}
        onChange={({ target }) => {
          const next = clean(cleanPastedValue(target.value)).slice(0, maxLength);
          caret.current = clean(cleanPastedValue(target.value.slice(0, target.selectionStart))).length;
          onChange(next);
        }}
        onKeyDown={(event) => {
          // An address has no line breaks: Enter submits, as in any single-line field.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        onCopy={(event) => {
          const { value: text, selectionStart, selectionEnd } = event.currentTarget;
          event.clipboardData.setData(
            'text/plain',
            removeGroupBlanks(text.slice(selectionStart, selectionEnd)),
          );
          event.preventDefault();
        }}
      />
      {after && <span className={inputCss.after}>{after}</span>}
    </>
  );
}
