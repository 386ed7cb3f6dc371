import { overlays } from './part.ts';
import type { MenuProps } from './props.ts';
import { useLazyTrigger } from './use-swap.ts';

export function Menu(props: MenuProps) {
  const { part, isRequested, place, early } = useLazyTrigger(overlays);
  return (
    <span ref={place} style={{ display: 'contents' }}>
      {part ? (
        <part.MenuView {...props} defaultOpen={isRequested} />
      ) : (
        <button
          type="button"
          className={props.triggerClass}
          aria-label={props.label}
          aria-haspopup="menu"
          {...early}
        >
          {props.trigger}
        </button>
      )}
    </span>
  );
}
