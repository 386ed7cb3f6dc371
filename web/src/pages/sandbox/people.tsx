import { IconInbox } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Text } from '../../ui/layout/layout.tsx';
import css from './sandbox.module.css';

/** Created at the first start in sandbox mode. */
const PASSWORD = 'Sarraf-demo-1';
const PEOPLE = ['demo', 'new', 'company', 'maker', 'staff', 'staff2'] as const;

export function People({ onMessages }: { onMessages: (address: string) => void }) {
  const t = useTranslations('sandbox.people');
  return (
    <Card title={t('title')} aria-label={t('title')}>
      <Cluster gap={2} className={css.password}>
        <Text as="span" size="s" tone="faint">
          {t('password')}
        </Text>
        <bdi className={`latin ${css.secret}`}>{PASSWORD}</bdi>
        <CopyButton text={PASSWORD} label={t('copyPassword')} />
      </Cluster>
      <ul className={css.people}>
        {PEOPLE.map((name) => {
          const email = `${name}@sarraf.test`;
          return (
            <li key={name}>
              <div className={css.person}>
                <bdi className="latin">{email}</bdi>
                <p>{t(name)}</p>
              </div>
              <IconButton size="s" label={t('messages', { email })} onClick={() => onMessages(email)}>
                <IconInbox size={18} />
              </IconButton>
              <CopyButton text={email} label={t('copyEmail', { email })} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
