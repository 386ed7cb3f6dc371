import type { Account } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/card.tsx';
import css from './document.module.css';
import { SavedDocument } from './document-field.tsx';
import { documentKinds } from './files.ts';

/** What staff is looking at, while nothing can be changed. */
export function DocumentsCard({ account }: { account: Account }) {
  const t = useTranslations('account');
  const idCard = (account.idFormatType ?? 'ID_CARD') === 'ID_CARD';
  const sent = documentKinds({
    customerKind: account.customerKind ?? 'REAL',
    idFormatType: account.idFormatType ?? 'ID_CARD',
  }).flatMap((kind) => {
    const id = account[kind];
    return id ? [{ id, name: t(`field.${kind === 'image' && idCard ? 'front' : kind}`) }] : [];
  });
  if (sent.length === 0) return null;
  return (
    <Card title={t('part.documents')}>
      <ul className={css.sent}>
        {sent.map(({ id, name }) => (
          <li key={id}>
            <div className={css.thumb}>
              <SavedDocument id={id} />
            </div>
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
