import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../framework/i18n/language.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { parseHtmlDocument } from '../../lib/browser/trusted-types.ts';
import { exchangeInfoQuery } from '../../lib/queries/queries.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import css from './rules-modal.module.css';

interface RulesModalProps {
  open: boolean;
  onClose: () => void;
  onAccept: () => void;
}

/** The rules and the privacy policy, readable without leaving the form. */
export function RulesModal({ open, onClose, onAccept }: RulesModalProps) {
  const t = useTranslations('auth.signUp');
  const accept = () => {
    onAccept();
    onClose();
  };
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('rulesTitle')}
      size="l"
      footer={<Button onClick={accept}>{t('acceptRules')}</Button>}
    >
      <RulesText label={t('rulesTitle')} />
    </Modal>
  );
}

function RulesText({ label }: { label: string }) {
  const language = useLanguage();
  const { text } = useErrorMessages();
  const { data, error, refetch, isFetching } = useQuery(exchangeInfoQuery(language));
  const html = data?.privacyPolicy;
  const blocks = useMemo(() => (html === undefined ? [] : toBlocks(html)), [html]);
  if (!data && error)
    return <ErrorState text={text(error)} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={280} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the long text scrollable by keyboard.
    <section className={css.rules} aria-label={label} tabIndex={0}>
      {blocks.map(({ key, heading, text }) =>
        heading ? <h3 key={key}>{text}</h3> : <p key={key}>{text}</p>,
      )}
    </section>
  );
}

/** Returns headings and paragraphs; other content becomes plain text. */
function toBlocks(html: string) {
  return [...parseHtmlDocument(html).querySelectorAll('h1, h2, h3, h4, p, li')].map((element, key) => ({
    key,
    heading: /^H/.test(element.tagName),
    text: element.textContent ?? '',
  }));
}
