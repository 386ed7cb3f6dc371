import { buildTextIndex, searchTexts } from '@sarraf/domain';
import type { announcements, faq, userManual } from '@sarraf/domain/contracts';
import { IconHelpCircle, IconRoute, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { publicQuery } from '../lib/queries/public-query.ts';
import type { ResultGroup } from './palette-list.tsx';

const MAX_RESULTS = 5;
const ICONS = { faq: IconHelpCircle, guide: IconRoute, announcements: IconSpeakerphone };

/**
 * Finds questions, chapters of the guide and announcements by their full text, which is loaded once something is
 * typed.
 */
export function useHelpResults(typed: string, navigateTo: (to: string) => void): ResultGroup[] {
  const t = useTranslations();
  const { language } = useFormat();
  const enabled = typed.trim().length > 1;
  const questions = useQuery({ ...publicQuery<typeof faq>(language, '/faq'), enabled });
  const guide = useQuery({ ...publicQuery<typeof userManual>(language, '/user-manual'), enabled });
  const news = useQuery({ ...publicQuery<typeof announcements>(language, '/announcements'), enabled });
  const index = useMemo(() => {
    const texts = [
      ...(questions.data?.content ?? []).map(
        ({ slug, question, answer }) => ({ of: 'faq', slug, title: question, body: answer }) as const,
      ),
      ...(guide.data?.content ?? []).map(
        ({ slug, title, html }) => ({ of: 'guide', slug, title, body: html }) as const,
      ),
      ...(news.data?.content ?? []).map(
        ({ slug, title, html }) => ({ of: 'announcements', slug, title, body: html }) as const,
      ),
    ];
    return buildTextIndex(texts, (text) => text);
  }, [questions.data, guide.data, news.data]);
  const found = enabled ? searchTexts(index, typed).slice(0, MAX_RESULTS) : [];
  return [
    {
      key: 'help',
      label: t('search.group.help'),
      finds: found.map(({ of, slug, title }) => {
        const Icon = ICONS[of];
        return {
          key: `${of}-${slug}`,
          icon: <Icon size={20} />,
          name: title,
          detail: t(`nav.${of}`),
          choose: () => navigateTo(`/${of}#${slug}`),
        };
      }),
    },
  ];
}
