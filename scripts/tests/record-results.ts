// A reporter of vitest: appends each file's result to the file named by SARRAF_RESULTS, a line of JSON as soon as
// it is known, so that a killed run leaves its results.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { type FileResult, type TestResult, UNATTRIBUTED } from './results.ts';

/** The fields that every kind of thrown error has. */
interface ThrownError {
  name?: string;
  message?: string;
  stack?: string;
  diff?: string;
  /** The file that was running when an error was uncaught. */
  VITEST_TEST_PATH?: string;
}

export default class RecordResults implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    appendLine({ announced: [...new Set(specifications.map(({ moduleId }) => toRelativePath(moduleId)))] });
  }

  onTestModuleEnd(module: TestModule): void {
    const suites = [...module.children.allSuites()];
    appendLine({
      file: toRelativePath(module.moduleId),
      seconds: toSeconds(module.diagnostic().duration + module.diagnostic().collectDuration),
      tests: [...module.children.allTests()].map((test): TestResult => {
        const { state, errors } = test.result();
        return {
          name: test.fullName,
          status: state === 'pending' ? 'failed' : state,
          seconds: toSeconds(test.diagnostic()?.duration ?? 0),
          errors: (errors ?? []).map(formatError),
        };
      }),
      errors: [module, ...suites].flatMap((part) => part.errors().map(formatError)),
    });
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly ThrownError[]): void {
    for (const error of unhandled)
      appendLine({
        file: error.VITEST_TEST_PATH ? toRelativePath(error.VITEST_TEST_PATH) : UNATTRIBUTED,
        seconds: 0,
        tests: [],
        errors: [formatError(error)],
      });
  }
}

const toRelativePath = (path: string): string => relative(process.cwd(), path).replaceAll('\\', '/');
const toSeconds = (ms: number): number => Math.round(ms) / 1000;

/** The stack starts with the message if there is one. */
const formatError = ({ name = 'Error', message = '', stack, diff }: ThrownError): string =>
  [stack?.includes(message) ? stack : `${name}: ${message}\n${stack ?? ''}`, diff].filter(Boolean).join('\n');

function appendLine(line: FileResult | { announced: string[] }): void {
  const path = process.env.SARRAF_RESULTS;
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`);
}
