// Validates the API's documents with public tools: Redocly, Spectral and swagger-parser. Prints their findings.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import SwaggerParser from '@apidevtools/swagger-parser';
import { PRODUCT_NAME } from '@sarraf/domain';
import type { Endpoint } from '@sarraf/domain/contracts';
import * as contracts from '@sarraf/domain/contracts';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { buildAsyncApi } from '../server/src/platform/http/api-documents/asyncapi.ts';
import { buildOpenApi } from '../server/src/platform/http/api-documents/openapi.ts';

const root = join(import.meta.dirname, '..');
const settings = { name: PRODUCT_NAME.en, publicUrl: 'https://sarraf.test' };
const endpoints = (Object.values(contracts) as unknown[]).filter(
  (value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value,
);
const DOCUMENTS = {
  public: buildOpenApi(endpoints, 'public', settings),
  staff: buildOpenApi(endpoints, 'staff', settings),
  stream: buildAsyncApi(settings),
};

/** Redocly's rules are in redocly.yaml. */
async function lintWithRedocly(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sarraf-documents-'));
  const files = Object.entries(DOCUMENTS).map(([name, document]) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(document, null, 1));
    return file;
  });
  const command = join(root, 'node_modules', '.bin', 'redocly');
  const config = ['--config', join(root, 'redocly.yaml')];
  // Disables its telemetry and update check.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  try {
    await promisify(execFile)(process.execPath, [command, 'lint', ...config, '--format=stylish', ...files], {
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
    return [];
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return [`Redocly: ${stdout}${stderr}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Uses the recommended rules; those that are off require a licence, a mail address or a version that our tools
 * don't support yet.
 */
async function lintWithSpectral(): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(
    new spectral.Ruleset({
      extends: [
        [rulesets.oas, 'recommended'],
        [rulesets.asyncapi, 'recommended'],
      ],
      rules: {
        'asyncapi-info-license': 'off',
        'asyncapi-info-contact-properties': 'off',
        'asyncapi-latest-version': 'off',
      },
    } as never),
  );
  const problems: string[] = [];
  for (const [name, document] of Object.entries(DOCUMENTS))
    for (const { code, path, message } of await linter.run(JSON.stringify(document)))
      problems.push(`Spectral: ${name} ${path.join('.')}: ${message} (${code})`);
  return problems;
}

async function parseAsyncApi(): Promise<string[]> {
  const problems: string[] = [];
  for (const name of ['public', 'staff'] as const)
    await SwaggerParser.validate(structuredClone(DOCUMENTS[name]) as never).catch((error: Error) =>
      problems.push(`swagger-parser: ${name}: ${error.message}`),
    );
  return problems;
}

const allProblems = (await Promise.all([lintWithRedocly(), lintWithSpectral(), parseAsyncApi()])).flat();
for (const line of allProblems) console.log(line);
process.exitCode = allProblems.length > 0 ? 1 : 0;
