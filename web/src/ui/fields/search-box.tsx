import { IconSearch, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../buttons/icon-button.tsx';
import { cx } from '../class-names.ts';
import css from './search-box.module.css';
import { TextInput } from './text-input.tsx';

interface SearchBoxProps {
  /** Name of the searched list, for screen readers. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  className?: string | undefined;
}

/** A standalone search field, above the list it searches. */
export function SearchBox({ label, placeholder, value, onChange, className }: SearchBoxProps) {
  const t = useTranslations('action');
  return (
    <div className={cx(css.search, className)}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        before={<IconSearch size={18} aria-hidden />}
        after={
          value && (
            <IconButton label={t('clear')} size="s" onClick={() => onChange('')}>
              <IconX size={16} />
            </IconButton>
          )
        }
      />
    </div>
  );
}
