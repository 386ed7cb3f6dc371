import { IconBook2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import css from './company-docs.module.css';
import { CHECK, EXAMPLES, LIBRARIES, SIGNATURE } from './examples.ts';

/** Developer guide: how a company's program requests payments and receives their events. */
export function Page() {
  const t = useTranslations('company.docs');
  useTitle(t('title'));
  const withSiteUrl = (text: string) => text.replaceAll('$SARRAF', window.location.origin);
  return (
    <main className={`wrap ${css.page}`}>
      <header className={css.head}>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
        <Cluster className={css.more}>
          <LinkButton to="/developers/webhooks" variant="ghost" icon={<IconBook2 size={18} aria-hidden />}>
            {t('more')}
          </LinkButton>
        </Cluster>
      </header>
      <DocsSection title={t('keyTitle')} text={t('keyText')} />
      <DocsSection title={t('requestTitle')} text={t('requestText')}>
        <DocsCode text={withSiteUrl(EXAMPLES.request)} />
        <p>{t('linkText')}</p>
      </DocsSection>
      <DocsSection title={t('returnTitle')} text={t('returnText')}>
        <DocsCode text={withSiteUrl(EXAMPLES.payment)} />
      </DocsSection>
      <DocsSection title={t('readTitle')} text={t('readText')}>
        <DocsCode text={withSiteUrl(EXAMPLES.read)} />
        <p>{t('cancelText')}</p>
        <DocsCode text={withSiteUrl(EXAMPLES.cancel)} />
      </DocsSection>
      <DocsSection title={t('listTitle')} text={t('listText')}>
        <DocsCode text={withSiteUrl(EXAMPLES.list)} />
      </DocsSection>
      <DocsSection title={t('hookTitle')} text={t('hookText', SIGNATURE)}>
        <h3>{t('librariesTitle')}</h3>
        <DocsCode text={LIBRARIES.standard} />
        <DocsCode text={LIBRARIES.stripe} />
        <h3>{t('checkTitle')}</h3>
        <DocsCode text={CHECK} />
      </DocsSection>
      <DocsSection title={t('rotateTitle')} text={t('rotateText')} />
      <DocsSection title={t('eventsTitle')} text={t('eventsText')}>
        <DocsCode text={withSiteUrl(EXAMPLES.events)} />
        <DocsCode text={withSiteUrl(EXAMPLES.deliveries)} />
        <DocsCode text={withSiteUrl(EXAMPLES.resend)} />
      </DocsSection>
      <DocsSection title={t('moneyTitle')} text={t('moneyText')}>
        <DocsCode text={withSiteUrl(EXAMPLES.refund)} />
        <DocsCode text={withSiteUrl(EXAMPLES.settle)} />
        <p>{t('waitText')}</p>
        <DocsCode text={withSiteUrl(EXAMPLES.instruction)} />
      </DocsSection>
      <DocsSection title={t('shopTitle')} text={t('shopText')} />
    </main>
  );
}

function DocsSection({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Card title={title}>
      <Stack gap={3} className={css.part}>
        <p>{text}</p>
        {children}
      </Stack>
    </Card>
  );
}

function DocsCode({ text }: { text: string }) {
  const t = useTranslations('company.docs');
  return (
    <Cluster gap={2} align="start" className={css.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable by keyboard. */}
      <pre dir="ltr" tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} label={t('copy')} />
    </Cluster>
  );
}
