import type { ArticleKind } from '@sarraf/domain/contracts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { FIXED_PAGE_SLUGS, isSlug } from './article-text.ts';

interface MakeDialogProps {
  kind: ArticleKind;
  open: boolean;
  onClose: () => void;
  onMake: (slug: string) => void;
}

/** Asks for the address of a new article. */
export function NewArticleDialog({ kind, open, onClose, onMake }: MakeDialogProps) {
  const t = useTranslations('staffContent');
  const back = useTranslations('action')('cancel');
  const [slug, setSlug] = useState('');
  useEffect(() => {
    if (open) setSlug('');
  }, [open]);
  const slugError = slug === '' ? t('make.wanting') : isSlug(slug) ? null : t('make.wrong');
  const openEditor = () => {
    if (slugError) return;
    onClose();
    onMake(slug);
  };
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('make.title', { kind: t(`kind.${kind}`) })}
      description={t('make.text')}
      size="s"
      footer={
        <>
          <Button disabledReason={slugError} onClick={openEditor}>
            {t('make.go')}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {back}
          </Button>
        </>
      }
    >
      {kind === 'PAGE' ? (
        <Field label={t('make.page')}>
          <Select
            value={FIXED_PAGE_SLUGS.find((page) => page === slug) ?? null}
            options={FIXED_PAGE_SLUGS.map((page) => ({ value: page, label: t(`pages.${page}`) }))}
            onChange={setSlug}
          />
        </Field>
      ) : (
        <Field label={t('make.slug')} hint={t('make.hint')}>
          <TextInput
            latin
            autoComplete="off"
            maxLength={80}
            value={slug}
            onChange={(event) => setSlug(event.target.value.trim().toLowerCase())}
            onKeyDown={(event) => {
              if (event.key === 'Enter') openEditor();
            }}
          />
        </Field>
      )}
    </Modal>
  );
}
