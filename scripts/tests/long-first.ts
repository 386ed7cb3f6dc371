import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { getFileSeconds } from './suites.ts';

/**
 * Starts with long files, so that no file of a minute is left when all others have ended. A fresh clone has no
 * results of earlier runs, and the size of a file says nothing of its time.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const durationSeconds = ({ moduleId }: TestSpecification) =>
      getFileSeconds(relative(process.cwd(), moduleId).replaceAll('\\', '/'));
    return projects.flatMap((project) =>
      sorted
        .filter((file) => file.project === project)
        .toSorted((one, other) => durationSeconds(other) - durationSeconds(one)),
    );
  }
}
