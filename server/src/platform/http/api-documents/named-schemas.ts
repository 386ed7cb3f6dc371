import * as domain from '@sarraf/domain';
import * as contracts from '@sarraf/domain/contracts';

export interface Schema {
  [keyword: string]: unknown;
  description?: string;
  properties?: Record<string, Schema>;
}

/** JSON Schema version: OpenAPI 3.1 uses 2020-12, AsyncAPI 3 draft 7. */
type Dialect = '2020-12' | 'draft-07';

/**
 * The schemas of a document, each under one name: the one under which the contracts export it, otherwise that of
 * the field that holds it. The same schema always gets the same reference.
 */
export class NamedSchemas {
  readonly components: Record<string, Schema> = {};
  readonly #names = new Map(nameBySchema);
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /**
   * Returns the schema as the document writes it, by reference if it has a name; `hint` names an object that has
   * none.
   */
  describeSchema(schema: Schema, hint: string): Schema {
    const name = this.#findOrAssignName(schema, hint);
    if (name === undefined) return this.#convertSchema(schema, hint);
    const { description } = schema;
    const ownDescription = (schemaByName.get(name) ?? schema).description;
    if (!this.components[name]) {
      // Reserved before its parts are converted, one of which may be of the same kind.
      this.components[name] = {};
      this.components[name] = {
        ...this.#convertSchema(schema, name),
        ...(ownDescription !== undefined && { description: ownDescription }),
      };
    }
    const reference = { $ref: `#/components/schemas/${name}` };
    if (description === undefined || description === ownDescription) return reference;
    // Draft 7 ignores siblings of a reference.
    return this.#dialect === 'draft-07' ? { allOf: [reference], description } : { ...reference, description };
  }

  #findOrAssignName(schema: Schema, hint: string): string | undefined {
    const key = schemaIdentity(schema);
    const knownName = this.#names.get(key);
    if (knownName !== undefined) return knownName;
    if (!schema.properties) return undefined;
    const name = nameWrapper(schema, (part) => this.#names.get(schemaIdentity(part))) ?? hint;
    if ([...this.#names.values()].includes(name)) throw new Error(`two schemas have the name ${name}`);
    this.#names.set(key, name);
    return name;
  }

  /** Converts a schema of the contracts' library, draft 7, to 2020-12 where the two differ. */
  #convertSchema(schema: Schema, name: string): Schema {
    const { properties, items, anyOf, patternProperties, additionalItems: _, ...rest } = schema;
    const describePart = (partSchema: unknown, suffix = '') =>
      this.describeSchema(
        partSchema as Schema,
        suffix === 'BaseDTO' ? name.replace('Response', 'Details') : name + suffix,
      );
    const mapValueSchema = patternProperties && Object.values(patternProperties)[0];
    return {
      ...rest,
      ...(isTextEnum(rest) && { type: 'string' }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([field, of]) => [field, describePart(of, toSuffix(field))]),
        ),
      }),
      ...(Array.isArray(items) ? this.#toTuple(items.map((of) => describePart(of))) : {}),
      ...(items && !Array.isArray(items) ? { items: describePart(items, 'Entry') } : {}),
      ...(anyOf ? { anyOf: (anyOf as Schema[]).map((of) => describePart(of)) } : {}),
      ...(mapValueSchema ? { additionalProperties: describePart(mapValueSchema, 'Entry') } : {}),
    };
  }

  #toTuple(parts: Schema[]): Schema {
    const lengthLimits = { minItems: parts.length, maxItems: parts.length };
    return this.#dialect === 'draft-07'
      ? { items: parts, additionalItems: false, ...lengthLimits }
      : { prefixItems: parts, items: {}, ...lengthLimits };
  }
}

const isTextEnum = (schema: Schema): boolean =>
  Array.isArray(schema.enum) && schema.enum.every((value) => typeof value === 'string');

const toSuffix = (field: string): string =>
  field.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Names the wrapper of a reply after its content. */
function nameWrapper(
  { properties = {}, required }: Schema,
  nameOf: (part: Schema) => string | undefined,
): string | undefined {
  const { status, message, baseDTO, content, totalPages, nextCursor, ...others } = properties;
  if (!status || !message || Object.keys(others).length > 0) return undefined;
  if (!baseDTO && !content) return 'Done';
  if (baseDTO && !content) {
    if (!(required as string[]).includes('baseDTO')) return undefined;
    const name = nameOf(baseDTO);
    return name && `${name}Reply`;
  }
  const name = content && totalPages && !baseDTO ? nameOf(content.items as Schema) : undefined;
  return name && `${name}List`;
}

/** Returns the identity of a schema: all of it except the description. */
function schemaIdentity({ description: _, ...schema }: Schema): string {
  return JSON.stringify(schema);
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '~kind' in value;

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 1 && value.every((text) => typeof text === 'string');

/** ORDER_STATUSES → OrderStatus: names a list of values by one of them. */
function toSingularName(constant: string): string {
  const words = constant.toLowerCase().split('_');
  const last = words.pop() ?? '';
  const singularWord = last.endsWith('ies') ? `${last.slice(0, -3)}y` : last.replace(/(?<=s)es$|s$/, '');
  return [...words, singularWord].map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
}

const schemaByName = new Map<string, Schema>();
const nameBySchema = new Map<string, string>();
const exports = Object.entries({ ...domain, ...contracts }) as [string, unknown][];
for (const [name, value] of exports) {
  // A lower-case export is a field shared by several contracts; its type has another name.
  if (!isSchema(value) || !/^[A-Z]/.test(name)) continue;
  nameBySchema.set(schemaIdentity(value), name);
  schemaByName.set(name, value);
}
for (const [constant, value] of exports) {
  if (!isTextList(value) || !/^[A-Z_]+$/.test(constant)) continue;
  // WEBHOOK_EVENTS are the kinds of a WebhookEvent, which is a schema itself.
  const name = schemaByName.has(toSingularName(constant))
    ? `${toSingularName(constant)}Kind`
    : toSingularName(constant);
  if (schemaByName.has(name)) throw new Error(`two schemas have the name ${name}`);
  nameBySchema.set(schemaIdentity({ enum: value }), name);
  schemaByName.set(name, {});
}
