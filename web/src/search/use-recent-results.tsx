import { IconHistory, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ResultGroup } from './palette-list.tsx';
import { clearRecentSearches, loadRecentSearches } from './recent.ts';

/** Recent searches on this device, shown before anything is typed. */
export function useRecentResults(typed: string, search: (text: string) => void): ResultGroup[] {
  const t = useTranslations('search');
  const [recent, setRecent] = useState(loadRecentSearches);
  if (typed.trim() !== '' || recent.length === 0) return [];
  const clearRecent = () => {
    clearRecentSearches();
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
        { key: 'forget', icon: <IconTrash size={20} />, name: t('forget'), choose: clearRecent },
      ],
    },
  ];
}
