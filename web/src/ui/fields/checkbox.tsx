import { IconCheck } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import css from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  children: ReactNode;
}

export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx(css.label, className)}>
      <span className={css.box}>
        <input {...rest} type="checkbox" className={css.input} />
        <IconCheck size={16} stroke={3} aria-hidden className={css.mark} />
      </span>
      <span>{children}</span>
    </label>
  );
}
