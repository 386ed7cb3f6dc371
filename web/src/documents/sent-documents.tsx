import css from './document.module.css';
import { SavedDocument } from './document-field.tsx';

/** The documents under review, which can't be changed now. */
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
