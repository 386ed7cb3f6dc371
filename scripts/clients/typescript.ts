/** clients/typescript/src/api.ts: types of requests and replies, and the table from which requests are made. */
import {
  type Api,
  type Field,
  listOperationFields,
  listReachableSchemas,
  type Operation,
  type Schema,
  schemaName,
} from './operations.ts';

const FILE_HEADER =
  '// Written by `npm run clients` from the contracts of the server. A test fails when it is not what they say.\n';

export function generateTypeScript({ operations, channels, schemas }: Api): string {
  const starts = [
    // Format of every refusal.
    { $ref: 'ErrorReply' },
    ...operations.flatMap((operation) => [
      operation.reply,
      ...listOperationFields(operation).map(({ schema }) => schema),
    ]),
    ...channels.flatMap(({ messages }) => messages.map((name) => ({ $ref: name }))),
  ];
  const types = listReachableSchemas(starts, schemas).map(([name, schema]) => formatNamedType(name, schema));
  return `${[
    FILE_HEADER,
    types.join('\n\n'),
    `/** Request and response of each operation. */\nexport interface Operations {\n${operations.map(formatOperationType).join('\n')}\n}`,
    `/** The messages of each channel of the stream. */\nexport interface Channels {\n${channels.map(formatChannelType).join('\n')}\n}`,
    `/** How each operation is called. */\nexport const OPERATIONS = {\n${operations.map(formatOperationRow).join('\n')}\n} as const;`,
  ].join('\n\n')}\n`;
}

function formatNamedType(name: string, schema: Schema): string {
  const comment = formatComment(schema, '');
  if (schema.properties) return `${comment}export interface ${name} ${formatObjectType(schema, '')}`;
  return `${comment}export type ${name} = ${formatType(schema, '')};`;
}

const formatOperationType = (operation: Operation): string => {
  const requestType = listOperationFields(operation);
  return [
    `  /** ${escapeComment(operation.summary)}.${operation.permission ? ` The key needs ${operation.permission}.` : ''} */`,
    `  ${operation.name}: {`,
    `    asked: ${requestType.length === 0 ? 'Record<string, never>' : formatFields(requestType, '    ')};`,
    `    answer: ${formatType(operation.reply, '    ')};`,
    '  };',
  ].join('\n');
};

function formatOperationRow({ name, method, path, permission, idempotent, query, body }: Operation): string {
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

function formatChannelType({ address, messages }: { address: string; messages: string[] }): string {
  const pattern = address.replace(/\{\w+\}/g, `\${string}`);
  const key =
    pattern === address ? JSON.stringify(address).replaceAll('"', "'") : `[channel: \`${pattern}\`]`;
  return `  ${key}: ${messages.map(schemaName).join(' | ')};`;
}

function formatType(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schemaName(schema.$ref);
  if (schema.allOf) return schema.allOf.map((part) => formatType(part, indent)).join(' & ');
  if (schema.anyOf) return schema.anyOf.map((part) => formatType(part, indent)).join(' | ');
  if ('const' in schema) return formatLiteral(schema.const);
  if (schema.enum) return schema.enum.map(formatLiteral).join(' | ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return formatArrayType(schema, indent);
    case 'object':
      return formatObjectType(schema, indent);
    default:
      return 'unknown';
  }
}

function formatArrayType({ items, prefixItems }: Schema, indent: string): string {
  const tuple = prefixItems ?? (Array.isArray(items) ? items : null);
  if (tuple) return `[${tuple.map((part) => formatType(part, indent)).join(', ')}]`;
  const item = items ? formatType(items as Schema, indent) : 'unknown';
  return /[|&{]/.test(item) ? `(${item})[]` : `${item}[]`;
}

function formatObjectType(
  { properties, required = [], additionalProperties }: Schema,
  indent: string,
): string {
  if (!properties) {
    const value =
      typeof additionalProperties === 'object' ? formatType(additionalProperties, indent) : 'unknown';
    return `Record<string, ${value}>`;
  }
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
  return formatFields(fields, indent);
}

function formatFields(fields: Field[], indent: string): string {
  const lines = fields.map(
    ({ name, schema, required }) =>
      `${formatComment(schema, `${indent}  `)}${indent}  ${formatKey(name)}${required ? '' : '?'}: ${formatType(schema, `${indent}  `)};`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

const formatKey = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : formatLiteral(name));
const formatLiteral = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value);
const escapeComment = (words: string): string => words.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ');
const formatComment = ({ description }: Schema, indent: string): string =>
  description === undefined ? '' : `${indent}/** ${escapeComment(description)} */\n`;
