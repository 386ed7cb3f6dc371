import { IconBookmarkPlus, IconX } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../framework/navigation/router.tsx';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import css from './saved-filters.module.css';
import {
  addSavedFilter,
  getSavedFiltersKey,
  MAX_FILTER_NAME,
  parseSavedFilters,
  type SavedFilter,
  toCanonicalSearch,
} from './saved-filters.ts';

/** The saved filters of a list, applied by one press, with a button that saves the current ones. */
export function SavedFilters({ list }: { list: string }) {
  const t = useTranslations('backoffice.savedFilters');
  const { account } = useSession();
  const [search, setSearch] = useSearchParams();
  const [saved, saveFilters] = useSavedFilters(getSavedFiltersKey(account?.id ?? '', list));
  const [isNaming, setIsNaming] = useState(false);
  const currentSearch = toCanonicalSearch(search);
  const isSaved = saved.some((candidate) => candidate.search === currentSearch);
  const isNew = currentSearch !== '' && currentSearch !== 'list=' && !isSaved;
  if (saved.length === 0 && !isNew) return null;
  return (
    <Cluster gap={2} wrap className={css.bar}>
      {saved.map(({ name, search: own }) => (
        <span key={name} className={cx(css.chip, own === currentSearch && css.on)}>
          <button
            type="button"
            aria-pressed={own === currentSearch}
            onClick={() => setSearch(new URLSearchParams(own), { replace: true })}
          >
            <bdi>{name}</bdi>
          </button>
          <IconButton
            size="s"
            label={t('remove', { name })}
            onClick={() => saveFilters(saved.filter((one) => one.name !== name))}
          >
            <IconX size={16} />
          </IconButton>
        </span>
      ))}
      {isNew && !isNaming && (
        <Button
          variant="text"
          size="s"
          icon={<IconBookmarkPlus size={18} aria-hidden />}
          onClick={() => setIsNaming(true)}
        >
          {t('save')}
        </Button>
      )}
      {isNew && isNaming && (
        <FilterNameForm
          onCancel={() => setIsNaming(false)}
          onName={(name) => {
            saveFilters(addSavedFilter(saved, { name, search: currentSearch }));
            setIsNaming(false);
          }}
        />
      )}
    </Cluster>
  );
}

function FilterNameForm({ onName, onCancel }: { onName: (name: string) => void; onCancel: () => void }) {
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

function useSavedFilters(key: string): [SavedFilter[], (next: SavedFilter[]) => void] {
  const [cached, setCached] = useState(() => ({ key, saved: loadFilters(key) }));
  const saved = cached.key === key ? cached.saved : loadFilters(key);
  const saveFilters = (next: SavedFilter[]) => {
    setCached({ key, saved: next });
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage they are lost with the page.
    }
  };
  return [saved, saveFilters];
}

function loadFilters(key: string): SavedFilter[] {
  try {
    return parseSavedFilters(localStorage.getItem(key));
  } catch {
    return [];
  }
}
