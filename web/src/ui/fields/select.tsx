import { overlays } from '../overlays/part.ts';
import type { SelectProps } from '../overlays/props.ts';
import { SelectFace, selectClass, useSelectNames } from '../overlays/select-face.tsx';
import { useLazyTrigger } from '../overlays/use-swap.ts';

export { selectClass };

export function Select<K extends string>(props: SelectProps<K>) {
  const { part, wanted, place, early } = useLazyTrigger(overlays);
  const names = useSelectNames(props);
  return (
    <span ref={place} style={{ display: 'contents' }}>
      {part ? (
        <part.SelectView {...props} defaultOpen={wanted} />
      ) : (
        <button
          type="button"
          role="combobox"
          aria-expanded={false}
          aria-haspopup="listbox"
          className={selectClass(props)}
          disabled={props.disabled}
          {...names}
          {...early}
        >
          <SelectFace {...props} />
        </button>
      )}
    </span>
  );
}
