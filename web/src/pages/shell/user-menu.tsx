import {
  IconBriefcase,
  IconChevronDown,
  IconHome,
  IconLayoutDashboard,
  IconLogout,
  IconUser,
  IconWallet,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../../lib/session/session.ts';
import { Avatar } from '../../ui/images/avatar.tsx';
import { TwoLine } from '../../ui/layout/layout.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { ExitDialog } from './exit-dialog.tsx';
import css from './user-menu.module.css';

export function UserMenu() {
  const t = useTranslations('nav');
  const { account } = useSession();
  const [isLeaving, setIsLeaving] = useState(false);
  const name = [account?.firstName, account?.lastName].filter(Boolean).join(' ');

  return (
    <>
      <Menu
        triggerClass={css.user}
        trigger={
          <>
            <Avatar name={name || account?.email || ''} />
            <span className={css.name}>{name || account?.email}</span>
            <span className="hidden"> {t('userMenu')}</span>
            <IconChevronDown size={16} className={css.chevron} aria-hidden />
          </>
        }
        head={
          account && (
            <TwoLine>
              <strong>{name}</strong>
              <small className="latin">{account.email}</small>
            </TwoLine>
          )
        }
        items={[
          {
            key: 'dashboard',
            label: t('dashboard'),
            icon: <IconLayoutDashboard size={20} />,
            to: '/profile',
          },
          { key: 'account', label: t('account'), icon: <IconUser size={20} />, to: '/profile/account' },
          { key: 'wallet', label: t('wallet'), icon: <IconWallet size={20} />, to: '/profile/wallet' },
          ...(account && account.staffRoles.length > 0
            ? [
                {
                  key: 'backoffice',
                  label: t('backoffice'),
                  icon: <IconBriefcase size={20} />,
                  to: '/backoffice',
                },
              ]
            : []),
          { key: 'home', label: t('home'), icon: <IconHome size={20} />, to: '/' },
          {
            key: 'exit',
            label: t('exit'),
            icon: <IconLogout size={20} className="flip" />,
            onSelect: () => setIsLeaving(true),
            separated: true,
          },
        ]}
      />
      <ExitDialog open={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
  );
}
