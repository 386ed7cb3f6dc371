import { CSPProvider } from '@base-ui/react/csp-provider';
import { Popover } from '@base-ui/react/popover';
import { IconCalendar } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useLanguage } from '../../framework/i18n/language.ts';
import { useLazyPart } from '../../framework/loading/lazy-part.ts';
import { localDate } from '../../lib/format/format.ts';
import iconCss from '../buttons/icon-button.module.css';
import type { CalendarProps } from '../calendar/calendar-view.tsx';
import { calendars } from '../calendar/part.ts';
import { cx } from '../class-names.ts';
import { Spinner } from '../feedback/spinner.tsx';
import popupCss from '../overlays/popup.module.css';
import css from './date-input.module.css';
import { isDayText, parseDay } from './date-text.ts';
import { TextInput } from './text-input.tsx';

interface DateInputProps
  extends Omit<CalendarProps, 'onPick'>,
    Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** The Gregorian 1991-03-21, or the typed text while it is not a date. */
  value: string;
  onChange: (value: string) => void;
  /** Label of the button that opens the calendar. */
  openLabel: string;
}

/** A date: typed in either calendar (the year decides which), or picked from a month. */
export function DateInput(props: DateInputProps) {
  const { value, onChange, openLabel, first, last, around, ...rest } = props;
  const language = useLanguage();
  const [draft, setDraft] = useState({ value, text: '' });
  const [open, setOpen] = useState(false);
  const day = isDayText(value) ? value : '';
  // The typed text is shown while it means the value; a value from outside replaces it.
  const inputText = draft.value === value && draft.text ? draft.text : day ? localDate(day, language) : value;

  const handleTyping = (text: string) => {
    const next = parseDay(text) ?? text;
    setDraft({ value: next, text });
    onChange(next);
  };
  const handlePick = (picked: string) => {
    setDraft({ value: picked, text: '' });
    onChange(picked);
    setOpen(false);
  };
  return (
    <CSPProvider disableStyleElements>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <TextInput
          autoComplete="off"
          {...rest}
          latin
          inputMode="text"
          value={inputText}
          onChange={(event) => handleTyping(event.target.value)}
          onBlur={(event) => {
            setDraft({ value, text: '' });
            rest.onBlur?.(event);
          }}
        />
        <Popover.Trigger className={cx(iconCss.button, css.trigger)} aria-label={openLabel} title={openLabel}>
          <IconCalendar size={20} aria-hidden />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner
            className={popupCss.positioner}
            sideOffset={8}
            align="end"
            collisionPadding={12}
          >
            <Popover.Popup className={cx(popupCss.popup, css.popup)} aria-label={openLabel}>
              <Calendar value={day} onPick={handlePick} first={first} last={last} around={around} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </CSPProvider>
  );
}

function Calendar(props: CalendarProps) {
  const part = useLazyPart(calendars);
  return <div className={css.calendar}>{part ? <part.CalendarView {...props} /> : <Spinner />}</div>;
}
