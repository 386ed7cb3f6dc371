import type { CallExpression, TaggedTemplateExpression } from 'typescript/unstable/ast';
import { isCallExpression } from 'typescript/unstable/ast/is';
import { type Type, TypeFlags } from 'typescript/unstable/sync';
import type { Source } from './source.ts';

export interface DeclaredField {
  name: string;
  /** Possible types of the field besides null: `string`, `bigint`, `Date`, `string[]`, `json` … */
  holds: Set<string>;
  takesNull: boolean;
  /** The field may be missing. */
  isOptional: boolean;
}

/** Returns the declared row fields of a statement; null if it declares none or is a part of one. */
export function readDeclaredRow(
  source: Source,
  statement: TaggedTemplateExpression | CallExpression,
): DeclaredField[] | null {
  const row = isCallExpression(statement)
    ? readQueriedType(source, statement)
    : readTemplateType(source, statement);
  if (!row || !(row.flags & (TypeFlags.Object | TypeFlags.Intersection | TypeFlags.TypeParameter)))
    return null;
  return source.checker.getPropertiesOfType(row).map((property) => {
    const fieldType = source.checker.getTypeOfSymbol(property) as Type;
    const members = fieldType.isUnionType() ? fieldType.getTypes() : [fieldType];
    const nonNullMembers = members.filter(({ flags }) => !(flags & TypeFlags.Nullable));
    return {
      name: property.name,
      holds: new Set(nonNullMembers.map((member) => resolveKind(source, member))),
      takesNull: members.some(({ flags }) => flags & TypeFlags.Null),
      isOptional: members.some(({ flags }) => flags & TypeFlags.Undefined),
    };
  });
}

function readTemplateType(source: Source, template: TaggedTemplateExpression): Type | undefined {
  const type = source.typeOf(template);
  return type.isTypeReference() ? source.checker.getTypeArguments(type)[0] : undefined;
}

function readQueriedType(source: Source, { typeArguments }: CallExpression): Type | undefined {
  return typeArguments?.[0] && source.checker.getTypeFromTypeNode(typeArguments[0]);
}

const KINDS: readonly (readonly [number, string])[] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BigIntLike, 'bigint'],
  [TypeFlags.BooleanLike, 'boolean'],
];

function resolveKind(source: Source, type: Type): string {
  for (const [flags, kind] of KINDS) if (type.flags & flags) return kind;
  // A branded type is the intersection of its base type and an object.
  if (type.isIntersectionType()) {
    const kinds = type.getTypes().map((member) => resolveKind(source, member));
    return kinds.find((kind) => kind !== 'json') ?? 'json';
  }
  if (source.checker.isArrayType(type) && type.isTypeReference()) {
    const [item] = source.checker.getTypeArguments(type);
    const members = item?.isUnionType() ? item.getTypes() : item ? [item] : [];
    const kinds = new Set(members.map((member) => resolveKind(source, member)));
    const [kind] = kinds;
    return kinds.size === 1 && kind !== 'json' ? `${kind}[]` : 'json';
  }
  const name = type.getSymbol()?.name;
  return name === 'Date' || name === 'Buffer' || name === 'Uint8Array' ? name : 'json';
}
