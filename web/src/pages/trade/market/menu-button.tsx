import { type ReactNode, useState } from 'react';
import type { LazyPart } from '../../../framework/loading/lazy-part.ts';
import { useLazyPartOnDemand } from '../../../framework/loading/use-wanted.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';

interface MenuButtonProps<T> {
  label: string;
  icon: ReactNode;
  part: LazyPart<T>;
  children: (part: T, menu: { open: boolean; onClose: () => void }) => ReactNode;
}

/** A button of the chart's toolbar; the code of its dialog is loaded when it is first opened. */
export function MenuButton<T>({ label, icon, part, children }: MenuButtonProps<T>) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const menu = useLazyPartOnDemand(part, wasOpened, () => {
    setOpen(false);
    setWasOpened(false);
  });
  return (
    <>
      <IconButton
        size="s"
        label={label}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
          setWasOpened(true);
        }}
      >
        {icon}
      </IconButton>
      {menu && children(menu, { open, onClose: () => setOpen(false) })}
    </>
  );
}
