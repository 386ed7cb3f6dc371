import type { AccountField } from '@sarraf/domain';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DigitsInput } from '../../../ui/fields/digits-input.tsx';
import { Field, useFieldProps } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import css from './form.module.css';
import { fieldLabelKey, type TextField } from './form.ts';
import type { AccountFormState } from './use-account-form.ts';

/** Text fields with validation. */
type ValidatedTextField = TextField & AccountField;

interface AccountFieldProps {
  state: AccountFormState;
  field: AccountField;
  hint?: ReactNode;
  aside?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** A field with its label, its error once it was left, and an anchor for the submit button. */
export function ValidatedField({ state, field, hint, aside, wide, children }: AccountFieldProps) {
  const t = useTranslations('account.field');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only records that the field was left.
    <div
      data-field={field}
      className={wide ? css.wide : undefined}
      onBlur={(event) => {
        const next = event.relatedTarget;
        // Focus in the field's own popup doesn't count as leaving it.
        const inside =
          event.currentTarget.contains(next) || next?.closest('[role="dialog"], [role="listbox"]');
        if (!inside) state.touch(field);
      }}
    >
      <Field
        label={t(fieldLabelKey(field, state.form))}
        error={state.errorOf(field)}
        hint={hint}
        aside={aside}
      >
        {children}
      </Field>
    </div>
  );
}

/** Shown instead of an input if the value can't be changed here. */
export function ReadOnlyValue({ latin, children }: { latin?: boolean; children: ReactNode }) {
  return (
    <output {...useFieldProps()} className={css.fixed} dir={latin ? 'ltr' : undefined}>
      {children}
    </output>
  );
}

interface TextProps
  extends Omit<AccountFieldProps, 'children' | 'field'>,
    Omit<ComponentProps<'input'>, 'children' | 'type'> {
  field: ValidatedTextField;
  latin?: boolean;
}

export function ValidatedTextField({ state, field, hint, aside, wide, latin, ...rest }: TextProps) {
  return (
    <ValidatedField {...{ state, field, hint, aside, ...(wide && { wide }) }}>
      <TextInput
        name={field}
        {...(latin && { latin })}
        {...rest}
        value={state.draft[field]}
        onChange={(event) => state.setText(field, event.target.value)}
      />
    </ValidatedField>
  );
}

interface DigitsProps extends Omit<TextProps, 'latin' | 'max'> {
  max: number;
}

export function ValidatedDigitsField({ state, field, hint, aside, wide, max, ...rest }: DigitsProps) {
  return (
    <ValidatedField {...{ state, field, hint, aside, ...(wide && { wide }) }}>
      <DigitsInput
        name={field}
        {...rest}
        max={max}
        value={state.draft[field]}
        onChange={(value) => state.setText(field, value)}
      />
    </ValidatedField>
  );
}

export function ValidatedTextArea({ state, field, hint }: Pick<TextProps, 'state' | 'field' | 'hint'>) {
  return (
    <ValidatedField state={state} field={field} hint={hint} wide>
      <TextArea
        name={field}
        rows={2}
        maxLength={300}
        autoComplete="street-address"
        value={state.draft[field]}
        onChange={(event) => state.setText(field, event.target.value.replace(/\n/g, ' '))}
      />
    </ValidatedField>
  );
}
