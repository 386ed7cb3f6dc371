import css from './change-link.module.css';

/** A small link that changes the value next to it. */
export function ChangeLink({ onClick, text }: { onClick: () => void; text: string }) {
  return (
    <button type="button" className={css.link} onClick={onClick}>
      {text}
    </button>
  );
}
