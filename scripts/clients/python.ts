/** clients/python/sarraf/api.py: a method for each operation, with the types of its parameters and reply. */
import {
  type Api,
  type Field,
  listOperationFields,
  listReachableSchemas,
  type Operation,
  type Schema,
  schemaName,
} from './operations.ts';

const FILE_HEADER = `# Written by \`npm run clients\` from the contracts of the server. A test fails when it is not what they say.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Tuple, TypedDict, Union

from .request import Caller
`;

/** Python keywords, which can't be parameter names: they get a trailing underscore. */
const PYTHON_KEYWORDS = new Set([
  'from',
  'in',
  'is',
  'not',
  'or',
  'and',
  'if',
  'for',
  'class',
  'import',
  'pass',
  'None',
  'lambda',
]);

export function generatePython({ operations, schemas }: Api): string {
  const starts = operations.flatMap((operation) => [
    operation.reply,
    ...listOperationFields(operation).map(({ schema }) => schema),
  ]);
  const reachable = listReachableSchemas(starts, schemas);
  // An alias must come after what it names; quoted texts may refer to later definitions.
  const aliases = reachable
    .filter(([, schema]) => !schema.properties)
    .map(([name, schema]) => `${name} = ${formatType(schema)}`);
  const classes = reachable
    .filter(([, schema]) => schema.properties)
    .map(([name, schema]) => formatClass(name, schema));
  return `${[
    FILE_HEADER,
    ...classes,
    aliases.join('\n'),
    `class Operations(Caller):\n    """The operations of the API, by their names there: \`placeOrder\` is \`place_order\`. Fields keep their names."""\n\n${operations.map(formatMethod).join('\n\n')}`,
  ].join('\n\n')}\n`;
}

/** Optional fields are in a class of their own: marking a single field is not possible before Python 3.11. */
function formatClass(name: string, { properties = {}, required = [] }: Schema): string {
  const formatFields = (mandatory: boolean) =>
    Object.entries(properties)
      .filter(([field]) => required.includes(field) === mandatory)
      .map(([field, schema]) => {
        if (PYTHON_KEYWORDS.has(field))
          throw new Error(`${name} has a field that is no valid Python name: ${field}`);
        return `    ${field}: ${formatType(schema)}`;
      });
  const [requiredFields, optionalFields] = [formatFields(true), formatFields(false)];
  const formatBody = (fields: string[]) => (fields.length > 0 ? fields.join('\n') : '    pass');
  if (optionalFields.length === 0) return `class ${name}(TypedDict):\n${formatBody(requiredFields)}`;
  return `class _${name}(TypedDict):\n${formatBody(requiredFields)}\n\n\nclass ${name}(_${name}, total=False):\n${formatBody(optionalFields)}`;
}

function formatMethod(operation: Operation): string {
  const { name, method, path, permission, idempotent, summary, params, query, body, reply } = operation;
  const fields = listOperationFields(operation);
  const ordered = [
    ...fields.filter(({ required }) => required),
    ...fields.filter(({ required }) => !required),
  ];
  const parameters = [
    ...ordered.map(({ name: field, required, schema }) =>
      required
        ? `${parameterName(field)}: ${formatType(schema)}`
        : `${parameterName(field)}: Optional[${formatType(schema)}] = None`,
    ),
    ...(idempotent ? ['idempotency_key: Optional[str] = None'] : []),
  ];
  const formatDictionary = (fields: Field[]) =>
    `{${fields.map(({ name: field }) => `"${field}": ${parameterName(field)}`).join(', ')}}`;
  const argument = [
    `"${method}"`,
    `"${path}"`,
    `params=${formatDictionary(params)}`,
    `query=${formatDictionary(query)}`,
    `body=${body ? formatDictionary(body) : 'None'}`,
    `signed=${permission ? 'True' : 'False'}`,
    `idempotent=${idempotent ? 'True' : 'False'}`,
    ...(idempotent ? ['idempotency_key=idempotency_key'] : []),
  ];
  const signature = parameters.length > 0 ? `self, *, ${parameters.join(', ')}` : 'self';
  return [
    `    def ${toSnakeCase(name)}(${signature}) -> ${formatType(reply)}:`,
    `        """${summary.replaceAll('"', "'")}.${permission ? ` The key needs ${permission}.` : ''}"""`,
    `        return self._call(${argument.join(', ')})`,
  ].join('\n');
}

function formatType(schema: Schema): string {
  if (schema.$ref !== undefined) return `"${schemaName(schema.$ref)}"`;
  if (schema.allOf?.[0]) return formatType(schema.allOf[0]);
  if (schema.anyOf) return `Union[${schema.anyOf.map(formatType).join(', ')}]`;
  if ('const' in schema) return `Literal[${formatLiteral(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(formatLiteral).join(', ')}]`;
  switch (schema.type) {
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return formatArrayType(schema);
    case 'object':
      return formatObjectType(schema);
    default:
      return 'Any';
  }
}

function formatArrayType({ items, prefixItems }: Schema): string {
  const tuple = prefixItems ?? (Array.isArray(items) ? items : null);
  if (tuple) return `Tuple[${tuple.map(formatType).join(', ')}]`;
  return `List[${items ? formatType(items as Schema) : 'Any'}]`;
}

const formatObjectType = ({ properties, additionalProperties }: Schema): string =>
  `Dict[str, ${!properties && typeof additionalProperties === 'object' ? formatType(additionalProperties) : 'Any'}]`;

const parameterName = (field: string): string => (PYTHON_KEYWORDS.has(field) ? `${field}_` : field);
const formatLiteral = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);
const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
