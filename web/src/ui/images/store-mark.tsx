import css from './avatar.module.css';
import { Avatar } from './avatar.tsx';

/** A store's logo, or the first letter of its name. */
export function StoreMark({ name, logo, size = 56 }: { name: string; logo: string | null; size?: number }) {
  if (logo === null) return <Avatar name={name} size={size} />;
  return <img src={logo} alt="" className={css.store} style={{ inlineSize: size, blockSize: size }} />;
}
