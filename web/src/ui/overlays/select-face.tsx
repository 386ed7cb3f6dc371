import { IconChevronDown } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { cx } from '../class-names.ts';
import { useFieldLabelId, useFieldProps } from '../fields/field.tsx';
import type { SelectProps } from './props.ts';
import css from './select-face.module.css';

/** The closed select; shared with the lazy part, so that nothing shifts when it loads. */
export function ClosedSelect<K extends string>({ value, options, placeholder }: SelectProps<K>) {
  const t = useTranslations('field');
  const selected = options.find((option) => option.value === value);
  return (
    <>
      {selected?.icon}
      <span className={cx(css.text, !selected && css.placeholder)}>
        {selected ? selected.label : (placeholder ?? t('choose'))}
      </span>
      <IconChevronDown size={16} stroke={2.2} className={css.chevron} aria-hidden />
    </>
  );
}

export const selectClassName = ({ variant = 'field' }: { variant?: 'field' | 'pill' }): string =>
  cx(css.select, css[variant]);

/** A select in a Field is named by its label; `inset` fields also contain a number, so there it has its own name. */
export function useSelectNameProps({ label }: { label?: string }) {
  const field = useFieldProps();
  const labelId = useFieldLabelId();
  if (label) return { 'aria-label': label };
  return { ...field, ...(labelId && { 'aria-labelledby': labelId }) };
}
