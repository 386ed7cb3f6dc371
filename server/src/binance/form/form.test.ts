import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { BINANCE_CALLS } from '../index.ts';
import { Parameters } from '../parameters.ts';
import { PUBLIC_CALLS } from '../public-calls.ts';
import { SIGNED_CALLS } from '../signed-calls.ts';
import { FORM_CALLS, parametersOf } from './calls.ts';
import { buildFormDocument } from './document.ts';

type Node = Record<string, unknown>;
const document = buildFormDocument({ name: 'Sarraf', publicUrl: 'https://sarraf.test' }) as Node & {
  paths: Record<string, Record<string, { operationId: string; parameters?: Node[] }>>;
  components: { schemas: Record<string, Node> };
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Returns the parameters that a call reads, whatever their values, until it has read all or calls our own API. */
async function readOf(name: string): Promise<string[]> {
  const read: string[] = [];
  class Reading extends Parameters {
    override text(parameter: string): string | null {
      read.push(parameter);
      return super.text(parameter);
    }
  }
  const form = FORM_CALLS.get(name);
  const parameterList = Object.entries(parametersOf(form as NonNullable<typeof form>).properties);
  // Each alone, too: some exclude others.
  const texts = [
    '',
    ...parameterList.map(
      ([one, schema]) => `${one}=${encodeURIComponent(exampleOf(schema as unknown as Node))}`,
    ),
  ];
  for (const text of [
    ...texts,
    NEW_ORDER,
    'symbol=BTCUSDT&interval=1m',
    `${NEW_ORDER}&cancelReplaceMode=ALLOW_FAILURE`,
    'symbol=BTCUSDT&newQty=1',
  ]) {
    const parameters = new Reading(text);
    const context = {
      parameters,
      clock: { now: () => 0 },
      ask: async () => ({ status: 200, body: '{"content":[]}' }),
    };
    const run = PUBLIC_CALLS[name] ?? SIGNED_CALLS[name]?.run;
    await (async () => run?.(context as never))().catch(() => {});
  }
  return [...new Set(read)];
}

const NEW_ORDER =
  'symbol=BTCUSDT&side=BUY&type=STOP_LOSS_LIMIT&quantity=1&price=5&timeInForce=GTC&stopPrice=6';
const exampleOf = ({ examples, enum: words }: Node): string =>
  String((examples as string[] | undefined)?.[0] ?? (words as string[] | undefined)?.[0] ?? '1');

describe('contracts of the calls in Binance’s format', () => {
  it('exist for every call, with the permission that it needs', () => {
    expect(
      [...FORM_CALLS.values()].map(({ method, path, permission }) => ({ method, path, permission })),
    ).toEqual(BINANCE_CALLS.filter(({ method }) => method !== 'WS'));
  });

  it.each([...FORM_CALLS.keys()].filter((name) => name !== 'networks'))(
    'name exactly the parameters that %s reads',
    async (name) => {
      const { parameters } = FORM_CALLS.get(name) as { parameters: object };
      expect((await readOf(name)).sort()).toEqual(Object.keys(parameters).sort());
    },
  );

  it('refuse undeclared parameters, and code that reads them', () => {
    const { parameters } = FORM_CALLS.get('depth') as { parameters: object };
    const parameterList = new Parameters('symbol=BTCUSDT&lim=5').restrictTo({
      parameters: parameters as never,
    });
    parameterList.symbol();
    expect(() => parameterList.assertAllRead()).toThrow('Not all sent parameters were read');
    expect(() => parameterList.text('lim')).toThrow('no lim');
  });

  it('produce a document in which each operation is unique, each field described, and each reference resolved', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('postOrderCancelReplace');
    const undescribed: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties, $ref } = value as { properties?: Record<string, Node>; $ref?: string };
      if ($ref !== undefined) expect(document.components.schemas[$ref.split('/').at(-1) ?? '']).toBeDefined();
      for (const [field, { description, $ref: to }] of Object.entries(properties ?? {}))
        if (!description && !document.components.schemas[String(to).split('/').at(-1) ?? '']?.description)
          undescribed.push(`${path}.${field}`);
      for (const [key, part] of Object.entries(value)) walk(part, `${path}.${key}`);
    };
    walk(document, '');
    expect(undescribed).toEqual([]);
    for (const { parameters = [] } of operations)
      for (const one of parameters) expect(one.description).toBeTruthy();
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(document, 'v3');
    for (const name of Object.keys(document.components.schemas))
      expect(() => ajv.compile({ $ref: `v3#/components/schemas/${name}` })).not.toThrow();
  });
});
