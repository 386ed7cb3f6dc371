import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../buttons/icon-button.tsx';
import { cx } from '../class-names.ts';
import { useFieldProps, useInvisibleCharactersReading } from './field.tsx';
import css from './text-input.module.css';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  type?: 'text' | 'email' | 'tel' | 'search' | 'url';
  /** E-mails, addresses, cards: left to right in both languages. */
  latin?: boolean;
  /** At the start or end of the input: an icon, a unit, a button. */
  before?: ReactNode;
  after?: ReactNode;
}

export function TextInput({ type = 'text', latin, before, after, className, ...rest }: TextInputProps) {
  const field = useFieldProps();
  const ltr = latin ?? (type === 'email' || type === 'url' || type === 'tel');
  useInvisibleCharactersReading(ltr ? rest.value : undefined);
  return (
    <>
      {before && <span className={css.before}>{before}</span>}
      <input
        {...field}
        autoCapitalize={ltr ? 'none' : undefined}
        spellCheck={ltr ? false : undefined}
        {...rest}
        type={type}
        dir={ltr ? 'ltr' : undefined}
        className={cx(css.input, className)}
      />
      {after && <span className={css.after}>{after}</span>}
    </>
  );
}

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const t = useTranslations('field');
  const field = useFieldProps();
  const [isVisible, setIsVisible] = useState(false);
  return (
    <>
      <input
        {...field}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        type={isVisible ? 'text' : 'password'}
        dir="ltr"
        className={cx(css.input, className)}
      />
      <IconButton
        label={isVisible ? t('hidePassword') : t('showPassword')}
        aria-pressed={isVisible}
        className={css.eye}
        onClick={() => setIsVisible(!isVisible)}
      >
        {isVisible ? <IconEyeOff size={20} /> : <IconEye size={20} />}
      </IconButton>
    </>
  );
}
