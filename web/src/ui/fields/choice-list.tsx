import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../class-names.ts';
import css from './choice-list.module.css';

export interface Choice {
  key: string;
  label: ReactNode;
  /** Small text below the label. */
  note?: ReactNode;
  /** At the end of the line. */
  detail?: ReactNode;
  disabled?: boolean;
}

interface ChoiceListProps {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  icon?: ReactNode;
  value: string | null;
  onChange: (key: string) => void;
  options: readonly Choice[];
  /** Side by side, for short options. */
  row?: boolean;
}

/** Radio buttons that are all visible; a single option is shown as selected. */
export function ChoiceList({ label, hint, error, icon, value, onChange, options, row }: ChoiceListProps) {
  const id = useId();
  const note = error || hint;
  return (
    <fieldset className={css.choices} aria-describedby={note ? `${id}-note` : undefined}>
      <legend>{label}</legend>
      <div className={cx(css.options, row && css.row)}>
        {options.map((option) => (
          <label key={option.key} className={css.choice}>
            <input
              type="radio"
              name={id}
              value={option.key}
              checked={option.key === value}
              disabled={option.disabled}
              onChange={() => onChange(option.key)}
            />
            {icon}
            <span className={css.words}>
              <span className={css.name}>{option.label}</span>
              {option.note && <small>{option.note}</small>}
            </span>
            {option.detail}
          </label>
        ))}
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? css.error : css.hint} role={error ? 'alert' : undefined}>
          {error && <IconAlertCircle size={18} aria-hidden />}
          {note}
        </p>
      )}
    </fieldset>
  );
}
