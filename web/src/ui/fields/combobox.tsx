import { Combobox as Base } from '@base-ui/react/combobox';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { cx } from '../class-names.ts';
import popupCss from '../overlays/popup.module.css';
import { ClosedSelect, selectClassName, useSelectNameProps } from '../overlays/select-face.tsx';
import css from './combobox.module.css';
import { rankMatches } from './search-text.ts';

export interface ComboboxOption {
  value: string;
  label: string;
  /** Muted, at the end of the line. */
  detail?: ReactNode;
  /** Other names that the search matches. */
  names?: readonly string[];
}

interface ComboboxProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly ComboboxOption[];
  /** Label and placeholder of the search field. */
  searchLabel: string;
  /** Shown when nothing matches. */
  noneText: string;
  placeholder?: string;
  disabled?: boolean;
}

/** Shared by both kinds: the selected option, and the search results. */
function useComboboxOptions({
  value,
  onChange,
  options,
}: Pick<ComboboxProps, 'value' | 'onChange' | 'options'>) {
  const [typed, setTyped] = useState('');
  return {
    items: options,
    filteredItems: rankMatches(options, typed, ({ label, names = [] }) => [label, ...names]),
    onInputValueChange: setTyped,
    value: options.find((option) => option.value === value) ?? null,
    onValueChange: (next: ComboboxOption | null) => next && onChange(next.value),
  };
}

/** A select for long lists: its popup has a search field. Used in a Field. */
export function Combobox(props: ComboboxProps) {
  const { value, onChange, options, searchLabel, placeholder, disabled } = props;
  const comboboxState = useComboboxOptions(props);
  const nameProps = useSelectNameProps({});
  const faceProps = { value, onChange, options, ...(placeholder !== undefined && { placeholder }) };
  return (
    <CSPProvider disableStyleElements>
      <Base.Root<ComboboxOption> {...comboboxState} autoHighlight disabled={disabled}>
        <Base.Trigger className={selectClassName({})} {...nameProps}>
          <ClosedSelect {...faceProps} />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className={popupCss.positioner} sideOffset={6} align="end" collisionPadding={12}>
            <Base.Popup className={cx(popupCss.popup, css.popup)} aria-label={searchLabel}>
              <SearchList {...props} />
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

/** The same list shown inline, for a dialog with no other inputs. */
export function InlineCombobox(props: Omit<ComboboxProps, 'placeholder' | 'disabled'>) {
  const comboboxState = useComboboxOptions(props);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root<ComboboxOption> inline open {...comboboxState} autoHighlight>
        <div className={css.open}>
          <SearchList {...props} />
        </div>
      </Base.Root>
    </CSPProvider>
  );
}

function SearchList({ searchLabel, noneText }: ComboboxProps) {
  return (
    <>
      <div className={css.search}>
        <IconSearch size={18} aria-hidden />
        <Base.Input
          className={css.input}
          aria-label={searchLabel}
          placeholder={searchLabel}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <Base.Empty>
        <p className={css.none}>{noneText}</p>
      </Base.Empty>
      <Base.List className={css.list}>
        {(option: ComboboxOption) => (
          <Base.Item key={option.value} value={option} className={popupCss.item}>
            <span className={popupCss.label}>{option.label}</span>
            {option.detail && <span className={popupCss.detail}>{option.detail}</span>}
            <span className={popupCss.check}>
              <Base.ItemIndicator>
                <IconCheck size={18} aria-hidden />
              </Base.ItemIndicator>
            </span>
          </Base.Item>
        )}
      </Base.List>
    </>
  );
}
