import { useTranslations } from 'use-intl';
import { Link } from '../../../lib/navigation/router.tsx';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import { personPath } from './visit.ts';

interface PersonWordsProps {
  person: { id: string; name: string; email: string };
}

/** The owner, linked to their file, which asks for a reason before it opens. */
export function PersonWords({ person }: PersonWordsProps) {
  const t = useTranslations('backoffice');
  return (
    <TwoLine>
      <Link to={personPath(person.id)}>{person.name || t('noName')}</Link>
      <small>
        <bdi className="latin">{person.email}</bdi>
      </small>
    </TwoLine>
  );
}
