import type { Account } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { SentDocuments } from '../../documents/sent-documents.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { listRequiredDocuments } from './form/files.ts';

/** The documents under review, while nothing can be changed. */
export function DocumentsCard({ account }: { account: Account }) {
  const t = useTranslations('account');
  const idCard = (account.idFormatType ?? 'ID_CARD') === 'ID_CARD';
  const sent = listRequiredDocuments({
    customerKind: account.customerKind ?? 'REAL',
    idFormatType: account.idFormatType ?? 'ID_CARD',
  }).flatMap((kind) => {
    const id = account[kind];
    return id ? [{ id, name: t(`field.${kind === 'image' && idCard ? 'front' : kind}`) }] : [];
  });
  if (sent.length === 0) return null;
  return (
    <Card title={t('part.documents')}>
      <SentDocuments documents={sent} />
    </Card>
  );
}
