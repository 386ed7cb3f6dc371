import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import { useFieldProps } from './field.tsx';
import areaCss from './text-area.module.css';
import css from './text-input.module.css';

/** A text area that grows with its text up to a maximum height, then scrolls. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldProps();
  return (
    <textarea
      {...field}
      dir="auto"
      {...rest}
      rows={rows}
      className={cx(css.input, areaCss.area, className)}
    />
  );
}
