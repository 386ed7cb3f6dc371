import type { Account, DocumentKind, PersonDetail, staffDocument } from '@sarraf/domain/contracts';
import { IconEyeOff, IconPhoto, IconPhotoOff } from '@tabler/icons-react';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../../lib/api/api.ts';
import { download } from '../../../lib/api/transfer.ts';
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts';
import { FETCH_ONCE } from '../../../lib/queries/once.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import { StaffSkeleton } from '../shared/parts.tsx';
import { useRights } from '../shared/queries.ts';
import type { PersonAccess } from '../shared/visit.ts';
import css from './documents.module.css';
import { DocumentImageViewer } from './viewer.tsx';

/** In reading order. */
const KINDS: readonly DocumentKind[] = ['image', 'backImage', 'warranty', 'businessLicense', 'profileImage'];

const listDocumentKinds = (account: Account): DocumentKind[] =>
  KINDS.filter((kind) => account[kind] !== null);

export function PersonDocuments({ file, visit }: { file: PersonDetail; visit: PersonAccess }) {
  const t = useTranslations('backoffice.documents');
  const { kyc } = useRights();
  const kinds = listDocumentKinds(file.account);
  return (
    <Card title={t('title')}>
      {!kyc ? (
        <Cluster as="p" gap={2} size="sm" tone="soft">
          <IconEyeOff size={18} aria-hidden />
          {t('forbidden')}
        </Cluster>
      ) : kinds.length === 0 ? (
        <Cluster as="p" gap={2} size="sm" tone="soft">
          <IconPhotoOff size={18} aria-hidden />
          {t('none')}
        </Cluster>
      ) : (
        <DocumentViewer account={file.account} kinds={kinds} reason={visit.reason} />
      )}
    </Card>
  );
}

interface DocumentViewerProps {
  account: Account;
  kinds: readonly DocumentKind[];
  reason: string;
}

/** An image is loaded on request, once per visit, and dropped with the page. */
function DocumentViewer({ account, kinds, reason }: DocumentViewerProps) {
  const t = useTranslations('backoffice.documents');
  const [requestedKinds, setRequestedKinds] = useState<readonly DocumentKind[]>([]);
  const [kind, setKind] = useState<DocumentKind>(kinds[0] ?? 'image');
  const images = useQueries({
    queries: requestedKinds.map((kind) => ({
      queryKey: ['backoffice', 'document', account.id, kind, account[kind]],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        download<typeof staffDocument>('GET', '/backoffice/people/:id/documents/:kind', {
          params: { id: account.id, kind },
          query: { reason },
          signal,
        }),
      ...FETCH_ONCE,
    })),
  });
  const image = images[requestedKinds.indexOf(kind)];
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ');
  return (
    <Tabs
      label={t('title')}
      tabs={kinds.map((key) => ({ key, label: t(`kind.${key}`) }))}
      value={kind}
      onChange={setKind}
    >
      {image ? (
        <DocumentImage key={kind} image={image} alt={t('alt', { kind: t(`kind.${kind}`), name })} />
      ) : (
        <div className={css.cover}>
          <IconPhoto size={36} stroke={1.4} aria-hidden />
          <p>{t('showText')}</p>
          <Button variant="ghost" onClick={() => setRequestedKinds([...requestedKinds, kind])}>
            {t('show')}
          </Button>
        </div>
      )}
    </Tabs>
  );
}

function DocumentImage({ image, alt }: { image: UseQueryResult<Blob>; alt: string }) {
  const t = useTranslations('backoffice.documents');
  const url = useObjectUrl(image.data);
  if (url) return <DocumentImageViewer url={url} alt={alt} />;
  if (!image.error) return <StaffSkeleton className={css.waiting} />;
  return (
    <div className={css.cover}>
      {image.error instanceof ApiError && image.error.httpStatus === 404 ? (
        <EmptyState icon={<IconPhotoOff size={26} />} title={t('gone')} />
      ) : (
        <StaffErrorText error={image.error} busy={image.isFetching} onRetry={() => void image.refetch()} />
      )}
    </div>
  );
}
