/** clients/python/sarraf/api.py: a method for each operation, with the types of its parameters and reply. */
import {
  type Api,
  type Field,
  fieldsOfOperation,
  nameOf,
  type Operation,
  reachedFrom,
  type Schema,
} from './operations.ts';

const HEAD = `# Written by \`npm run clients\` from the contracts of the server. A test fails when it is not what they say.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Tuple, TypedDict, Union

from .request import Caller
`;

/** Python keywords, which can't be parameter names: they get a trailing underscore. */
const KEYWORDS = new Set([
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

export function pythonOf({ operations, schemas }: Api): string {
  const starts = operations.flatMap((operation) => [
    operation.reply,
    ...fieldsOfOperation(operation).map(({ schema }) => schema),
  ]);
  const reached = reachedFrom(starts, schemas);
  // An alias must come after what it names; quoted texts may refer to later definitions.
  const aliases = reached
    .filter(([, schema]) => !schema.properties)
    .map(([name, schema]) => `${name} = ${typeOf(schema)}`);
  const classes = reached
    .filter(([, schema]) => schema.properties)
    .map(([name, schema]) => classOf(name, schema));
  return `${[
    HEAD,
    ...classes,
    aliases.join('\n'),
    `class Operations(Caller):\n    """The operations of the API, by their names there: \`placeOrder\` is \`place_order\`. Fields keep their names."""\n\n${operations.map(methodOf).join('\n\n')}`,
  ].join('\n\n')}\n`;
}

/** Optional fields are in a class of their own: marking a single field is not possible before Python 3.11. */
function classOf(name: string, { properties = {}, required = [] }: Schema): string {
  const lines = (mandatory: boolean) =>
    Object.entries(properties)
      .filter(([field]) => required.includes(field) === mandatory)
      .map(([field, schema]) => {
        if (KEYWORDS.has(field))
          throw new Error(`${name} has a field that is no valid Python name: ${field}`);
        return `    ${field}: ${typeOf(schema)}`;
      });
  const [always, sometimes] = [lines(true), lines(false)];
  const body = (fields: string[]) => (fields.length > 0 ? fields.join('\n') : '    pass');
  if (sometimes.length === 0) return `class ${name}(TypedDict):\n${body(always)}`;
  return `class _${name}(TypedDict):\n${body(always)}\n\n\nclass ${name}(_${name}, total=False):\n${body(sometimes)}`;
}

function methodOf(operation: Operation): string {
  const { name, method, path, permission, idempotent, summary, params, query, body, reply } = operation;
  const fields = fieldsOfOperation(operation);
  const ordered = [
    ...fields.filter(({ required }) => required),
    ...fields.filter(({ required }) => !required),
  ];
  const asked = [
    ...ordered.map(({ name: field, required, schema }) =>
      required
        ? `${nameIn(field)}: ${typeOf(schema)}`
        : `${nameIn(field)}: Optional[${typeOf(schema)}] = None`,
    ),
    ...(idempotent ? ['idempotency_key: Optional[str] = None'] : []),
  ];
  const dictionary = (of: Field[]) =>
    `{${of.map(({ name: field }) => `"${field}": ${nameIn(field)}`).join(', ')}}`;
  const given = [
    `"${method}"`,
    `"${path}"`,
    `params=${dictionary(params)}`,
    `query=${dictionary(query)}`,
    `body=${body ? dictionary(body) : 'None'}`,
    `signed=${permission ? 'True' : 'False'}`,
    `idempotent=${idempotent ? 'True' : 'False'}`,
    ...(idempotent ? ['idempotency_key=idempotency_key'] : []),
  ];
  const signature = asked.length > 0 ? `self, *, ${asked.join(', ')}` : 'self';
  return [
    `    def ${snake(name)}(${signature}) -> ${typeOf(reply)}:`,
    `        """${summary.replaceAll('"', "'")}.${permission ? ` The key needs ${permission}.` : ''}"""`,
    `        return self._call(${given.join(', ')})`,
  ].join('\n');
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return `"${nameOf(schema.$ref)}"`;
  if (schema.allOf?.[0]) return typeOf(schema.allOf[0]);
  if (schema.anyOf) return `Union[${schema.anyOf.map(typeOf).join(', ')}]`;
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
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
      return arrayType(schema);
    case 'object':
      return objectType(schema);
    default:
      return 'Any';
  }
}

function arrayType({ items, prefixItems }: Schema): string {
  const tuple = prefixItems ?? (Array.isArray(items) ? items : null);
  if (tuple) return `Tuple[${tuple.map(typeOf).join(', ')}]`;
  return `List[${items ? typeOf(items as Schema) : 'Any'}]`;
}

const objectType = ({ properties, additionalProperties }: Schema): string =>
  `Dict[str, ${!properties && typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'Any'}]`;

const nameIn = (field: string): string => (KEYWORDS.has(field) ? `${field}_` : field);
const literal = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
