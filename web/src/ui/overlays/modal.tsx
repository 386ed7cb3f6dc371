import { useEffect, useState } from 'react';
import { useLazyPart } from '../../framework/loading/lazy-part.ts';
import { loadOrToast, overlays } from './part.ts';
import type { ModalProps } from './props.ts';

/** A dialog in the middle of the screen; on a phone a sheet from below. */
export function Modal(props: ModalProps) {
  const { open, onClose } = props;
  const part = useLazyPart(overlays);
  // Stays mounted after the first opening, so that the closing animation is visible.
  const [wasOpened, setWasOpened] = useState(open);
  useEffect(() => {
    if (!open) return;
    setWasOpened(true);
    loadOrToast(overlays, onClose);
  }, [open, onClose]);
  return part && (wasOpened || open) ? <part.ModalView {...props} /> : null;
}
