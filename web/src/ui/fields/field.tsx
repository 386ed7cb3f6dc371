import { hasInvisible } from '@sarraf/domain';
import { IconAlertCircle } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '../class-names.ts';
import { protectFigures } from '../values/protect-figures.tsx';
import css from './field.module.css';

interface FieldProps {
  label: ReactNode;
  /** At the end of the label's line: a balance, a limit, a link. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** The error and how to correct it; replaces the hint. */
  error?: string | null | undefined;
  /** `inset`: label and aside inside the box, as in the quick trade box. */
  variant?: 'above' | 'inset';
  /** False for a control with its own frame (CodeInput). */
  framed?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

interface FieldContextValue {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  setReading: (reading: FieldReading | null) => void;
}

/** The control's interpretation of the typed text, where it isn't obvious. */
export interface FieldReading {
  text: string;
  refused: boolean;
}
const FieldContext = createContext<FieldContextValue | null>(null);

/** Label, control, and hint or error. The inputs of `ui/` inside it connect themselves. */
export function Field({
  label,
  aside,
  hint,
  error,
  variant = 'above',
  framed = true,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const labelId = `${id}-label`;
  const readingId = `${id}-reading`;
  const [reading, setReading] = useState<FieldReading | null>(null);
  const note = error || hint;
  const invalid = Boolean(error) || reading?.refused === true;
  const describedBy = [reading && readingId, note && noteId].filter(Boolean).join(' ');
  const head = (
    <div className={css.head}>
      <label htmlFor={id} id={labelId}>
        {label}
      </label>
      {aside && <span className={css.aside}>{protectFigures(aside)}</span>}
    </div>
  );
  return (
    <FieldContext value={{ id, labelId, describedBy: describedBy || undefined, invalid, setReading }}>
      <div className={cx(css.field, css[variant], invalid && css.invalid, className)}>
        {variant === 'above' && head}
        <div className={framed ? css.box : undefined}>
          {variant === 'inset' && head}
          <div className={css.row}>{children}</div>
        </div>
        {reading && (
          <p id={readingId} className={cx(css.note, reading.refused && css.error)} aria-live="polite">
            {reading.refused && <IconAlertCircle size={16} aria-hidden />}
            <span>{protectFigures(reading.text)}</span>
          </p>
        )}
        {note && (
          <p
            id={noteId}
            className={cx(css.note, error && css.error)}
            aria-live={error ? 'polite' : undefined}
          >
            {error && <IconAlertCircle size={16} aria-hidden />}
            <span>{protectFigures(note)}</span>
          </p>
        )}
      </div>
    </FieldContext>
  );
}

/** Attributes for the control inside a Field. */
export function useFieldProps() {
  const field = useContext(FieldContext);
  return field
    ? { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined }
    : {};
}

/** Shows the control's interpretation of the typed text below the field; null: it is obvious. */
export function useFieldReading(text: string | null, refused: boolean): void {
  const setReading = useContext(FieldContext)?.setReading;
  useLayoutEffect(() => {
    setReading?.(text === null ? null : { text, refused });
    return () => setReading?.(null);
  }, [setReading, text, refused]);
}

/** Shows a note if an address or code contains invisible characters; those at its ends are removed silently. */
export function useInvisibleCharactersReading(value: unknown): void {
  const t = useTranslations('field');
  useFieldReading(typeof value === 'string' && hasInvisible(value) ? t('reading.invisible') : null, true);
}

/** For controls that a `label` element can't name (a listbox button). */
export const useFieldLabelId = (): string | undefined => useContext(FieldContext)?.labelId;
