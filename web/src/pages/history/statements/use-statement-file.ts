import type { QueryOf, Statement, statementFile } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../../lib/api/transfer.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';

type Format = QueryOf<typeof statementFile>['format'];

/** Downloads a statement's file; `saving`: the file being downloaded. */
export function useStatementFile({ id, calendar, year }: Pick<Statement, 'id' | 'calendar' | 'year'>) {
  const failure = useErrorMessages();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (format: Format) => {
      const file = await download<typeof statementFile>('GET', '/statements/:id/file', {
        params: { id },
        query: { format },
      });
      saveFile(file, `sarraf-${calendar.toLowerCase()}-${year}.${format}`);
    },
    onError: failure.show,
  });
  return { save: mutate, saving: isPending ? variables : null };
}
