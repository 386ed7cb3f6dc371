import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import { useInField } from './field.tsx';
import areaCss from './text-area.module.css';
import css from './text-input.module.css';

/** Several lines of text; as tall as what is written in it, up to a height at which it scrolls. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const field = useInField();
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
