import { overlays } from '../overlays/part.ts';
import type { SelectProps } from '../overlays/props.ts';
import { ClosedSelect, selectClassName, useSelectNameProps } from '../overlays/select-face.tsx';
import { useLazyTrigger } from '../overlays/use-swap.ts';

export { selectClassName };

export function Select<K extends string>(props: SelectProps<K>) {
  const { part, isRequested, place, early } = useLazyTrigger(overlays);
  const nameProps = useSelectNameProps(props);
  return (
    <span ref={place} style={{ display: 'contents' }}>
      {part ? (
        <part.SelectView {...props} defaultOpen={isRequested} />
      ) : (
        <button
          type="button"
          role="combobox"
          aria-expanded={false}
          aria-haspopup="listbox"
          className={selectClassName(props)}
          disabled={props.disabled}
          {...nameProps}
          {...early}
        >
          <ClosedSelect {...props} />
        </button>
      )}
    </span>
  );
}
