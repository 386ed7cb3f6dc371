import { IconAlertCircle } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { cx } from '../class-names.ts';
import css from './field.module.css';

interface FieldProps {
  label: ReactNode;
  /** Stands at the end of the label's line: a balance, a limit, a link. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** What is wrong and what to do; takes the hint's place. */
  error?: string | null | undefined;
  /** `inset`: label and aside inside the box, as in the quick trade box. */
  variant?: 'above' | 'inset';
  /** False for a control that draws its own frame (CodeInput). */
  framed?: boolean;
  className?: string;
  children: ReactNode;
}

interface InField {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
}
const FieldContext = createContext<InField | null>(null);

/** Label, control, hint or error. The inputs of `ui/` inside it connect themselves. */
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
  const note = error || hint;
  const head = (
    <div className={css.head}>
      <label htmlFor={id} id={labelId}>
        {label}
      </label>
      {aside && <span className={css.aside}>{aside}</span>}
    </div>
  );
  return (
    <FieldContext value={{ id, labelId, describedBy: note ? noteId : undefined, invalid: Boolean(error) }}>
      <div className={cx(css.field, css[variant], error && css.invalid, className)}>
        {variant === 'above' && head}
        <div className={framed ? css.box : undefined}>
          {variant === 'inset' && head}
          <div className={css.row}>{children}</div>
        </div>
        {note && (
          <p
            id={noteId}
            className={cx(css.note, error && css.error)}
            aria-live={error ? 'polite' : undefined}
          >
            {error && <IconAlertCircle size={16} aria-hidden />}
            <span>{note}</span>
          </p>
        )}
      </div>
    </FieldContext>
  );
}

/** What a control inside a Field must carry. */
export function useInField() {
  const field = useContext(FieldContext);
  return field
    ? { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined }
    : {};
}

/** For controls that no `label` element can name (a listbox button). */
export const useFieldLabelId = (): string | undefined => useContext(FieldContext)?.labelId;
