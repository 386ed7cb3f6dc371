import type { DocumentKind } from '@sarraf/domain/contracts';
import { IconAlertCircle, IconCircleCheck, IconPhotoPlus, IconPhotoX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useObjectUrl } from '../lib/browser/use-object-url.ts';
import { useFormat } from '../lib/format/use-format.ts';
import { ChangeLink } from '../ui/buttons/change-link.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { FileDrop } from '../ui/fields/file-drop.tsx';
import { Cluster, Stack, Text } from '../ui/layout/layout.tsx';
import css from './document.module.css';
import { IMAGE_TYPES, MAX_BYTES, toDisplaySize, validateFile } from './files.ts';
import { useSavedDocument } from './use-saved-document.ts';

interface DocumentFieldProps {
  kind: DocumentKind;
  name: string;
  guide: string;
  /** The file chosen now. */
  file: File | undefined;
  /** Id of the document sent earlier. */
  savedId: string | null;
  error: string | null;
  disabled: boolean;
  /** Called with undefined when the file is removed before sending. */
  onFile: (file: File | undefined) => void;
}

export function DocumentField(props: DocumentFieldProps) {
  const { kind, name, guide, file, savedId, error, disabled, onFile } = props;
  const t = useTranslations('account.document');
  const id = useId();
  const formatSize = useSizeText();
  /** Why the file just chosen is not accepted; the previous one stays. */
  const [rejection, setRejection] = useState<string | null>(null);
  const max = useFormat().digits(MAX_BYTES / 1_000_000);

  const handleChoice = (chosen: File) => {
    const error = validateFile(chosen);
    setRejection(error && t(error, { size: formatSize(chosen.size), max }));
    if (!error) onFile(chosen);
  };
  const handleBrokenImage = () => {
    setRejection(t('broken'));
    onFile(undefined);
  };
  const describeChosen = ({ name: ofFile, size: bytes }: File) =>
    t.rich('chosen', { name: ofFile, size: formatSize(bytes), b: (chunks) => <bdi>{chunks}</bdi> });
  const message = rejection ?? (file ? null : error);
  return (
    <div className={css.document} data-field={kind}>
      <Text size="sm" weight={600}>
        {name}
      </Text>
      <Text id={`${id}-guide`} size="s" tone="soft">
        {guide}
      </Text>
      <div className={css.frame}>
        <FileDrop
          label={name}
          accept={IMAGE_TYPES}
          describedBy={`${id}-guide ${id}-note`}
          invalid={Boolean(message)}
          disabled={disabled}
          onFile={handleChoice}
        >
          {file ? (
            <Preview file={file} onBroken={handleBrokenImage} />
          ) : savedId ? (
            <SavedDocument id={savedId} />
          ) : (
            <Stack as="span" gap={1} align="center" size="s" tone="faint" className={css.invitation}>
              <IconPhotoPlus size={26} stroke={1.6} />
              <strong>{t('choose')}</strong>
              <span className={css.drop}>{t('drop')}</span>
            </Stack>
          )}
        </FileDrop>
      </div>
      <Cluster gap={3} align="start" justify="between" className={css.below}>
        <p id={`${id}-note`} className={message ? css.problem : css.note} aria-live="polite">
          {message && <IconAlertCircle size={16} aria-hidden />}
          {!message && (file || savedId) && <IconCircleCheck size={16} aria-hidden />}
          <span>{message ?? (file ? describeChosen(file) : savedId && t('saved'))}</span>
        </p>
        {file && !disabled && <ChangeLink text={t('remove')} onClick={() => onFile(undefined)} />}
      </Cluster>
    </div>
  );
}

function Preview({ file, onBroken }: { file: File; onBroken: () => void }) {
  const url = useObjectUrl(file);
  return url && <img className={css.picture} src={url} alt="" onError={onBroken} />;
}

/** Shows the document sent earlier. */
export function SavedDocument({ id }: { id: string }) {
  const t = useTranslations('account.document');
  const { file, failed } = useSavedDocument(id);
  const url = useObjectUrl(file);
  if (failed) {
    return (
      <Stack as="span" gap={1} align="center" size="s" tone="faint" className={css.invitation}>
        <IconPhotoX size={26} stroke={1.6} />
        <span>{t('failed')}</span>
      </Stack>
    );
  }
  return url ? <img className={css.picture} src={url} alt="" /> : <Skeleton height="100%" />;
}

function useSizeText(): (bytes: number) => string {
  const t = useTranslations('account.document');
  const { number } = useFormat();
  return (bytes) => {
    const { unit, count } = toDisplaySize(bytes);
    return t(unit, { number: number(count) });
  };
}
