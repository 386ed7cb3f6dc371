import { setHotkeysEnabled, useHotkeysEnabled } from '../../lib/browser/hotkeys.ts';
import { Checkbox } from '../fields/checkbox.tsx';
import { Stack } from '../layout/layout.tsx';
import css from './key-list.module.css';

interface KeyListProps {
  /** Label of the switch that turns all hotkeys on or off, on every page. */
  turnLabel: string;
  rows: readonly { keys: readonly string[]; does: string }[];
}

/** The list of a page's hotkeys. */
export function KeyList({ turnLabel, rows }: KeyListProps) {
  const enabled = useHotkeysEnabled();
  return (
    <Stack gap={3}>
      <Checkbox checked={enabled} onChange={(event) => setHotkeysEnabled(event.target.checked)}>
        {turnLabel}
      </Checkbox>
      <dl className={css.list}>
        {rows.map(({ keys, does }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} dir="ltr">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}
