/** clients/typescript/src/api.ts: types of requests and replies, and the table from which requests are made. */
import {
  type Api,
  type Field,
  fieldsOfOperation,
  nameOf,
  type Operation,
  reachedFrom,
  type Schema,
} from './operations.ts';

const HEAD =
  '// Written by `npm run clients` from the contracts of the server. A test fails when it is not what they say.\n';

export function typescriptOf({ operations, channels, schemas }: Api): string {
  const starts = [
    // Format of every refusal.
    { $ref: 'Failure' },
    ...operations.flatMap((operation) => [
      operation.reply,
      ...fieldsOfOperation(operation).map(({ schema }) => schema),
    ]),
    ...channels.flatMap(({ messages }) => messages.map((name) => ({ $ref: name }))),
  ];
  const types = reachedFrom(starts, schemas).map(([name, schema]) => typeNamed(name, schema));
  return `${[
    HEAD,
    types.join('\n\n'),
    `/** Request and response of each operation. */\nexport interface Operations {\n${operations.map(operationType).join('\n')}\n}`,
    `/** The messages of each channel of the stream. */\nexport interface Channels {\n${channels.map(channelType).join('\n')}\n}`,
    `/** How each operation is called. */\nexport const OPERATIONS = {\n${operations.map(operationRow).join('\n')}\n} as const;`,
  ].join('\n\n')}\n`;
}

function typeNamed(name: string, schema: Schema): string {
  const comment = commentOf(schema, '');
  if (schema.properties) return `${comment}export interface ${name} ${objectType(schema, '')}`;
  return `${comment}export type ${name} = ${typeOf(schema, '')};`;
}

const operationType = (operation: Operation): string => {
  const asked = fieldsOfOperation(operation);
  return [
    `  /** ${text(operation.summary)}.${operation.permission ? ` The key needs ${operation.permission}.` : ''} */`,
    `  ${operation.name}: {`,
    `    asked: ${asked.length === 0 ? 'Record<string, never>' : fieldsType(asked, '    ')};`,
    `    answer: ${typeOf(operation.reply, '    ')};`,
    '  };',
  ].join('\n');
};

function operationRow({ name, method, path, permission, idempotent, query, body }: Operation): string {
  const row = {
    method,
    path,
    permission,
    idempotent,
    query: query.map((field) => field.name),
    hasBody: body !== null,
  };
  const fields = Object.entries(row).map(
    ([key, value]) => `${key}: ${JSON.stringify(value).replaceAll('"', "'")}`,
  );
  return `  ${name}: { ${fields.join(', ')} },`;
}

function channelType({ address, messages }: { address: string; messages: string[] }): string {
  const pattern = address.replace(/\{\w+\}/g, `\${string}`);
  const key =
    pattern === address ? JSON.stringify(address).replaceAll('"', "'") : `[channel: \`${pattern}\`]`;
  return `  ${key}: ${messages.map(nameOf).join(' | ')};`;
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, indent)).join(' & ');
  if (schema.anyOf) return schema.anyOf.map((part) => typeOf(part, indent)).join(' | ');
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return arrayType(schema, indent);
    case 'object':
      return objectType(schema, indent);
    default:
      return 'unknown';
  }
}

function arrayType({ items, prefixItems }: Schema, indent: string): string {
  const tuple = prefixItems ?? (Array.isArray(items) ? items : null);
  if (tuple) return `[${tuple.map((part) => typeOf(part, indent)).join(', ')}]`;
  const item = items ? typeOf(items as Schema, indent) : 'unknown';
  return /[|&{]/.test(item) ? `(${item})[]` : `${item}[]`;
}

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
    return `Record<string, ${value}>`;
  }
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
  return fieldsType(fields, indent);
}

function fieldsType(fields: Field[], indent: string): string {
  const lines = fields.map(
    ({ name, schema, required }) =>
      `${commentOf(schema, `${indent}  `)}${indent}  ${keyOf(name)}${required ? '' : '?'}: ${typeOf(schema, `${indent}  `)};`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name));
const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value);
const text = (words: string): string => words.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ');
const commentOf = ({ description }: Schema, indent: string): string =>
  description === undefined ? '' : `${indent}/** ${text(description)} */\n`;
