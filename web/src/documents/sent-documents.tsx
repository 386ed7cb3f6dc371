import css from './document.module.css';
import { SavedDocument } from './document-field.tsx';

/** What staff is looking at, while it can't be changed. */
export function SentDocuments({ documents }: { documents: readonly { id: string; name: string }[] }) {
  return (
    <ul className={css.sent}>
      {documents.map(({ id, name }) => (
        <li key={id}>
          <div className={css.thumb}>
            <SavedDocument id={id} />
          </div>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
