import { findClosest } from '@sarraf/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../framework/navigation/history.ts';
import { PaletteList, type ResultGroup } from '../../../search/palette-list.tsx';
import { PaletteState } from '../../../search/palette-state.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { listSections } from '../shared/access.ts';
import { BACKOFFICE_SECTIONS, getBackofficePath } from '../shared/places.ts';
import { overviewQuery } from '../shared/queries.ts';
import { useStaffResults } from './use-staff-results.tsx';

/** Searches people, orders, transfers, stores, tickets and the back office's pages in one field. */
export function StaffPalette({ openCount }: { openCount: number }) {
  const t = useTranslations('search');
  const [open, setOpen] = useState(true);
  useEffect(() => {
    setOpen(openCount > 0);
  }, [openCount]);
  const close = () => setOpen(false);
  return (
    <Modal open={open} onClose={close} title={t('title')} size="l">
      <StaffFinder onClose={close} />
    </Modal>
  );
}

function StaffFinder({ onClose }: { onClose: () => void }) {
  const t = useTranslations('search.staff');
  const [typed, setTyped] = useState('');
  const navigateTo = (to: string) => {
    onClose();
    navigate(to);
  };
  const places = useSectionResults(typed, navigateTo);
  const found = useStaffResults(typed, navigateTo);
  const groups = [...found.groups, places].filter(({ finds }) => finds.length > 0);
  return (
    <PaletteList label={t('label')} typed={typed} onType={setTyped} groups={groups}>
      <PaletteState
        state={found}
        typed={typed}
        any={groups.length > 0}
        words={{ none: t('noneText'), failed: t('failed'), offline: t('failed') }}
      />
    </PaletteList>
  );
}

/** Finds the accessible pages by name, or all of them. */
function useSectionResults(typed: string, navigateTo: (to: string) => void): ResultGroup {
  const t = useTranslations();
  const { data } = useQuery(overviewQuery);
  const places = listSections(data?.roles ?? []).map((place) => ({
    place,
    name: t(`backoffice.place.${place}`),
  }));
  const found =
    typed.trim() === ''
      ? places
      : // The keys in their addresses are familiar to staff of both languages.
        findClosest(places, typed, ({ place, name }) => [name, BACKOFFICE_SECTIONS[place].path]);
  return {
    key: 'places',
    label: t('search.group.pages'),
    finds: found.map(({ place, name }) => {
      const { icon: Icon } = BACKOFFICE_SECTIONS[place];
      return {
        key: place,
        icon: <Icon size={20} />,
        name,
        choose: () => navigateTo(getBackofficePath(place)),
      };
    }),
  };
}
