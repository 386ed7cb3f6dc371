import css from './change-link.module.css';

/** The small way to changing what stands beside it. */
export function ChangeLink({ onClick, text }: { onClick: () => void; text: string }) {
  return (
    <button type="button" className={css.link} onClick={onClick}>
      {text}
    </button>
  );
}
