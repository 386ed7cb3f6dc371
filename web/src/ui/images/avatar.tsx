import { IconUser } from '@tabler/icons-react';
import css from './avatar.module.css';

/** Initials of a name, or an icon without one. */
export function Avatar({ name, size = 36 }: { name?: string; size?: number }) {
  const letter = [...(name?.trim() ?? '')][0];
  return (
    <span className={css.avatar} style={{ inlineSize: size, blockSize: size }} aria-hidden>
      {letter ?? <IconUser size={size * 0.55} />}
    </span>
  );
}
