import { useTranslations } from 'use-intl';
import { Link } from '../../../framework/navigation/router.tsx';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import { getPersonPath } from './visit.ts';

interface PersonLinkProps {
  person: { id: string; name: string; email: string };
}

/** The owner, linked to their file, which asks for a reason before it opens. */
export function PersonLink({ person }: PersonLinkProps) {
  const t = useTranslations('backoffice');
  return (
    <TwoLine>
      <Link to={getPersonPath(person.id)}>{person.name || t('noName')}</Link>
      <small>
        <bdi className="latin">{person.email}</bdi>
      </small>
    </TwoLine>
  );
}
