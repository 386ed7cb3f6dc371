import { IconCornerDownLeft } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { cx } from '../ui/class-names.ts';
import { Cluster, Stack, TwoLine } from '../ui/layout/layout.tsx';
import css from './palette.module.css';

/** A search result and its action. */
export interface SearchResult {
  key: string;
  icon: ReactNode;
  name: ReactNode;
  detail?: ReactNode;
  /** At the end of the line: an amount, a state. */
  end?: ReactNode;
  choose: () => void;
}

export interface ResultGroup {
  key: string;
  label: string;
  finds: readonly SearchResult[];
}

interface PaletteListProps {
  label: string;
  typed: string;
  onType: (text: string) => void;
  groups: readonly ResultGroup[];
  /** Shown below the results: loading, failed or none found. */
  children?: ReactNode;
}

const MAX_INPUT_LENGTH = 254;

/** A search field that controls a grouped list: the arrow keys move in the list while the caret stays in the field. */
export function PaletteList({ label, typed, onType, groups, children }: PaletteListProps) {
  const t = useTranslations('search');
  const { digits } = useFormat();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // By key, not by index: later results may be inserted anywhere, and Enter must open the selected one.
  const [selectedKey, setSelectedKey] = useState('');
  const finds = groups.flatMap((group) =>
    group.finds.map((find) => ({ find, of: `${group.key} ${find.key}` })),
  );
  const at = Math.max(
    finds.findIndex(({ of }) => of === selectedKey),
    0,
  );
  const active = finds[at];

  useEffect(() => {
    input.current?.focus();
  }, []);
  useEffect(() => {
    if (active) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveIndex(event.key, at, finds.length);
    // Enter that completes an input method's composition doesn't select.
    if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) active.find.choose();
    else if (next !== null) setSelectedKey(finds[next]?.of ?? '');
    else return;
    event.preventDefault();
  };

  return (
    <Stack gap={3}>
      <input
        ref={input}
        type="search"
        role="combobox"
        className={css.input}
        aria-label={label}
        aria-expanded={finds.length > 0}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={active && `${id}-${active.of}`.replaceAll(' ', '-')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={MAX_INPUT_LENGTH}
        placeholder={label}
        value={typed}
        onChange={({ target }) => {
          onType(target.value);
          setSelectedKey('');
        }}
        onKeyDown={onKeyDown}
      />
      <div className={css.finds}>
        <div ref={list} id={`${id}-list`} role="listbox" tabIndex={-1} aria-label={t('results')}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a list box may not contain a fieldset.
            <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`} className={css.group}>
              <p id={`${id}-${group.key}`} className={css.head}>
                {group.label}
              </p>
              {group.finds.map((find) => {
                const optionKey = `${group.key} ${find.key}`;
                return (
                  <ResultOption
                    key={find.key}
                    id={`${id}-${optionKey}`.replaceAll(' ', '-')}
                    find={find}
                    active={optionKey === active?.of}
                    onPoint={() => setSelectedKey(optionKey)}
                  />
                );
              })}
            </div>
          ))}
        </div>
        {children}
      </div>
      <Cluster gap={4} size="xs" tone="faint" className={css.keys} aria-hidden>
        {(['move', 'open', 'leave'] as const).map((key) => (
          <span key={key}>{t(`keys.${key}`)}</span>
        ))}
      </Cluster>
      <span className="hidden" role="status">
        {typed.trim() !== '' && t('found', { count: finds.length, shown: digits(finds.length) })}
      </span>
    </Stack>
  );
}

interface ResultOptionProps {
  id: string;
  find: SearchResult;
  active: boolean;
  onPoint: () => void;
}

function ResultOption({ id, find, active, onPoint }: ResultOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      data-active={active || undefined}
      className={cx(css.option, active && css.active)}
      onPointerMove={onPoint}
      onClick={find.choose}
    >
      <span className={css.icon} aria-hidden>
        {find.icon}
      </span>
      <TwoLine shrink className={css.name}>
        <span>{find.name}</span>
        {find.detail && <small>{find.detail}</small>}
      </TwoLine>
      {find.end && <span className={css.end}>{find.end}</span>}
      <IconCornerDownLeft size={16} className={cx('flip', css.enter)} aria-hidden />
    </div>
  );
}

function moveIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  return null;
}
