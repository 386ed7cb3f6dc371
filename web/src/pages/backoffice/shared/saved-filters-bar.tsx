import { IconBookmarkPlus, IconX } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../lib/navigation/router.tsx';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import css from './saved-filters.module.css';
import {
  MAX_FILTER_NAME,
  readSavedFilters,
  type SavedFilter,
  savedFiltersKey,
  searchText,
  withSaved,
} from './saved-filters.ts';

/** The saved filters of a list, applied by one press, with a button that saves the current ones. */
export function SavedFilters({ list }: { list: string }) {
  const t = useTranslations('backoffice.savedFilters');
  const { account } = useSession();
  const [search, setSearch] = useSearchParams();
  const [saved, keep] = useSaved(savedFiltersKey(account?.id ?? '', list));
  const [naming, setNaming] = useState(false);
  const now = searchText(search);
  const known = saved.some((one) => one.search === now);
  const isNew = now !== '' && now !== 'list=' && !known;
  if (saved.length === 0 && !isNew) return null;
  return (
    <Cluster gap={2} wrap className={css.bar}>
      {saved.map(({ name, search: own }) => (
        <span key={name} className={cx(css.chip, own === now && css.on)}>
          <button
            type="button"
            aria-pressed={own === now}
            onClick={() => setSearch(new URLSearchParams(own), { replace: true })}
          >
            <bdi>{name}</bdi>
          </button>
          <IconButton
            size="s"
            label={t('remove', { name })}
            onClick={() => keep(saved.filter((one) => one.name !== name))}
          >
            <IconX size={16} />
          </IconButton>
        </span>
      ))}
      {isNew && !naming && (
        <Button
          variant="text"
          size="s"
          icon={<IconBookmarkPlus size={18} aria-hidden />}
          onClick={() => setNaming(true)}
        >
          {t('save')}
        </Button>
      )}
      {isNew && naming && (
        <Naming
          onCancel={() => setNaming(false)}
          onName={(name) => {
            keep(withSaved(saved, { name, search: now }));
            setNaming(false);
          }}
        />
      )}
    </Cluster>
  );
}

function Naming({ onName, onCancel }: { onName: (name: string) => void; onCancel: () => void }) {
  const t = useTranslations('backoffice.savedFilters');
  const [name, setName] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onName(name);
  };
  return (
    <form className={css.naming} onSubmit={submit}>
      <Field label={t('name')}>
        <TextInput
          autoFocus
          value={name}
          maxLength={MAX_FILTER_NAME}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" size="s" disabledReason={name.trim() === '' ? t('nameNeeded') : null}>
        {t('keep')}
      </Button>
      <Button variant="ghost" size="s" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </form>
  );
}

function useSaved(key: string): [SavedFilter[], (next: SavedFilter[]) => void] {
  const [kept, setKept] = useState(() => ({ key, saved: read(key) }));
  const saved = kept.key === key ? kept.saved : read(key);
  const keep = (next: SavedFilter[]) => {
    setKept({ key, saved: next });
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage they are lost with the page.
    }
  };
  return [saved, keep];
}

function read(key: string): SavedFilter[] {
  try {
    return readSavedFilters(localStorage.getItem(key));
  } catch {
    return [];
  }
}
