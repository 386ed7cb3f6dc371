import type { DocumentKind } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import css from '../../../documents/document.module.css';
import { DocumentField } from '../../../documents/document-field.tsx';
import { MAX_BYTES } from '../../../documents/files.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { listRequiredDocuments } from './files.ts';
import formCss from './form.module.css';
import type { AccountFormState } from './use-account-form.ts';

export function DocumentFields({ state }: { state: AccountFormState }) {
  const t = useTranslations('account');
  const { digits } = useFormat();
  const { form, draft, account } = state;
  const getName = (kind: DocumentKind) =>
    t(`field.${kind === 'image' && form.idFormatType === 'ID_CARD' ? 'front' : kind}`);
  const getGuide = (kind: DocumentKind) =>
    t(`document.guide.${kind === 'image' && form.idFormatType === 'ID_CARD' ? 'front' : kind}`);
  return (
    <Card title={t('part.documents')}>
      <p className={formCss.lead}>{t('part.documentsText', { size: digits(MAX_BYTES / 1_000_000) })}</p>
      <div className={css.grid}>
        {listRequiredDocuments(form).map((kind) => (
          <DocumentField
            key={kind}
            kind={kind}
            name={getName(kind)}
            guide={getGuide(kind)}
            file={draft.files[kind]}
            savedId={account[kind]}
            error={kind === 'profileImage' ? null : state.errorOf(kind)}
            disabled={state.busy}
            onFile={(file) => state.setFile(kind, file)}
          />
        ))}
      </div>
    </Card>
  );
}
