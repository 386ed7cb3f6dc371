import { IconBook2, IconBuildingBank, IconClipboardCheck, IconComponents } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { Card } from '../../ui/layout/card.tsx';
import css from './sandbox.module.css';

export function Links() {
  const t = useTranslations('sandbox.links');
  const renderFace = (icon: ReactNode, name: 'bank' | 'backoffice' | 'docs' | 'gallery') => (
    <>
      {icon}
      <span>
        <b>{t(name)}</b>
        <small>{t(`${name}Text`)}</small>
      </span>
    </>
  );
  return (
    <Card title={t('title')} aria-label={t('title')}>
      <ul className={css.links}>
        <li>
          <Link to="/profile/wallet?deposit=TOMAN">
            {renderFace(<IconBuildingBank size={22} aria-hidden />, 'bank')}
          </Link>
        </li>
        <li>
          <Link to="/backoffice">
            {renderFace(<IconClipboardCheck size={22} aria-hidden />, 'backoffice')}
          </Link>
        </li>
        <li>
          <a href="/api/docs">{renderFace(<IconBook2 size={22} aria-hidden />, 'docs')}</a>
        </li>
        <li>
          <Link to="/sandbox/ui">{renderFace(<IconComponents size={22} aria-hidden />, 'gallery')}</Link>
        </li>
      </ul>
    </Card>
  );
}
