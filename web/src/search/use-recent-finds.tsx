import { IconHistory, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FindGroup } from './palette-list.tsx';
import { forgetSearches, recentSearches } from './recent.ts';

/** Recent searches on this device, shown before anything is typed. */
export function useRecentFinds(typed: string, search: (text: string) => void): FindGroup[] {
  const t = useTranslations('search');
  const [recent, setRecent] = useState(recentSearches);
  if (typed.trim() !== '' || recent.length === 0) return [];
  const forget = () => {
    forgetSearches();
    setRecent([]);
  };
  return [
    {
      key: 'recent',
      label: t('group.recent'),
      finds: [
        ...recent.map((text, n) => ({
          key: String(n),
          icon: <IconHistory size={20} />,
          name: <bdi>{text}</bdi>,
          choose: () => search(text),
        })),
        { key: 'forget', icon: <IconTrash size={20} />, name: t('forget'), choose: forget },
      ],
    },
  ];
}
