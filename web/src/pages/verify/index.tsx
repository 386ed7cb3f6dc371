import { MAX_DOCUMENT_CODE_LENGTH, normalizeTypedCode, parseDocumentCode } from '@sarraf/domain';
import type { VerifiedDocument, verifyDocument } from '@sarraf/domain/contracts';
import { IconFileUnknown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../framework/navigation/history.ts';
import { useParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { AddressInput } from '../../ui/fields/address-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { Document } from './document.tsx';
import css from './verify.module.css';

/** Verifies that a document was issued by the exchange; its QR code leads to `/verify/<code>`. */
export function Page() {
  const { code = '' } = useParams();
  const t = useTranslations('verify');
  useTitle(t('title'));
  const documentCode = parseDocumentCode(code);
  return (
    <main className={`wrap ${css.page}`}>
      <SectionHead of="page" title={t('title')} lead={t('lead')} />
      <CodeForm key={code} initialCode={code} />
      {documentCode !== null && <VerificationResult code={documentCode} />}
    </main>
  );
}

/** Also accepts a pasted link. */
const parseCode = (text: string): string => normalizeTypedCode(text.replace(/^.*\/verify\//s, ''));

function CodeForm({ initialCode }: { initialCode: string }) {
  const t = useTranslations('verify');
  const [text, setText] = useState(() => parseCode(initialCode));
  const [sent, setSent] = useState(initialCode !== '');
  const isInvalid = sent && parseDocumentCode(text) === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    const code = parseDocumentCode(text);
    if (code !== null) navigate(`/verify/${code}`);
  };
  return (
    <Card>
      <form className={css.form} onSubmit={submit} noValidate>
        <Field label={t('field')} hint={t('hint')} error={isInvalid ? t('mistyped') : null}>
          <AddressInput
            name="code"
            value={text}
            clean={parseCode}
            maxLength={MAX_DOCUMENT_CODE_LENGTH}
            onChange={(typed) => {
              setText(typed);
              setSent(false);
            }}
          />
        </Field>
        <Button type="submit">{t('action')}</Button>
      </form>
    </Card>
  );
}

function VerificationResult({ code }: { code: string }) {
  const t = useTranslations('verify');
  const failure = useErrorMessages();
  const { data, error, isPending, refetch } = useQuery<VerifiedDocument>({
    queryKey: ['verified-document', code],
    queryFn: async ({ signal }) =>
      (await call<typeof verifyDocument>('GET', '/issued-documents/:code', { params: { code }, signal }))
        .baseDTO,
  });
  if (isPending) return <Skeleton height={320} className={css.waiting ?? ''} />;
  if (data) return <Document of={data} />;
  if (error instanceof ApiError && error.httpStatus === 404)
    return (
      <Card>
        <div role="alert">
          <EmptyState icon={<IconFileUnknown size={26} />} title={t('unknown')} text={t('unknownText')} />
        </div>
      </Card>
    );
  return (
    <Card>
      <ErrorState text={failure.text(error)} onRetry={() => void refetch()} />
    </Card>
  );
}
