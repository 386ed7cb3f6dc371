import { IconBook2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../lib/navigation/use-title.ts';
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
  const site = (text: string) => text.replaceAll('$SARRAF', window.location.origin);
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
      <Part title={t('keyTitle')} text={t('keyText')} />
      <Part title={t('requestTitle')} text={t('requestText')}>
        <Code text={site(EXAMPLES.request)} />
        <p>{t('linkText')}</p>
      </Part>
      <Part title={t('returnTitle')} text={t('returnText')}>
        <Code text={site(EXAMPLES.payment)} />
      </Part>
      <Part title={t('readTitle')} text={t('readText')}>
        <Code text={site(EXAMPLES.read)} />
        <p>{t('cancelText')}</p>
        <Code text={site(EXAMPLES.cancel)} />
      </Part>
      <Part title={t('listTitle')} text={t('listText')}>
        <Code text={site(EXAMPLES.list)} />
      </Part>
      <Part title={t('hookTitle')} text={t('hookText', SIGNATURE)}>
        <h3>{t('librariesTitle')}</h3>
        <Code text={LIBRARIES.standard} />
        <Code text={LIBRARIES.stripe} />
        <h3>{t('checkTitle')}</h3>
        <Code text={CHECK} />
      </Part>
      <Part title={t('rotateTitle')} text={t('rotateText')} />
      <Part title={t('eventsTitle')} text={t('eventsText')}>
        <Code text={site(EXAMPLES.events)} />
        <Code text={site(EXAMPLES.deliveries)} />
        <Code text={site(EXAMPLES.resend)} />
      </Part>
      <Part title={t('moneyTitle')} text={t('moneyText')}>
        <Code text={site(EXAMPLES.refund)} />
        <Code text={site(EXAMPLES.settle)} />
        <p>{t('waitText')}</p>
        <Code text={site(EXAMPLES.instruction)} />
      </Part>
      <Part title={t('shopTitle')} text={t('shopText')} />
    </main>
  );
}

function Part({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Card title={title}>
      <Stack gap={3} className={css.part}>
        <p>{text}</p>
        {children}
      </Stack>
    </Card>
  );
}

function Code({ text }: { text: string }) {
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
