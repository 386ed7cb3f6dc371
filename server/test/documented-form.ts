/** Validates responses in Binance's form against the document of that form. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildFormDocument } from '../src/binance/index.ts';

const document = buildFormDocument({ name: 'Sarraf', publicUrl: 'https://sarraf.test' }) as {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, 'v3');

/** Throws if the document has no such response. Paths that are in no document are ignored. */
export function expectFormDocumented(method: string, path: string, status: number, body: unknown): void {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) return;
  const answer = status === 200 ? '200' : '4XX';
  const place = [
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    answer,
    'content',
    'application/json',
    'schema',
  ]
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = ajv.compile({ $ref: `v3#/${place}` });
  if (!validate(body))
    throw new Error(
      `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 500)}`,
    );
}
