import type { CallExpression, Node, TaggedTemplateExpression } from 'typescript/unstable/ast';
import {
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
} from 'typescript/unstable/ast/is';
import { type DeclaredField, readDeclaredRow } from './declared.ts';
import type { DescribedField, Describer } from './describe.ts';
import { type Form, Forms } from './forms.ts';
import { locationOf, ownerName, type Source } from './source.ts';

export interface StatementFault {
  /** The name of the function or constant that contains the statement. */
  owner: string;
  place: string;
  says: string;
}

/** Compares the declared row of every statement in the source with the database's description of it. */
export class StatementCheck {
  readonly problems: StatementFault[] = [];
  /** Number of statement texts that the database has described. */
  checked = 0;
  readonly #source: Source;
  readonly #database: Describer;
  readonly #forms: Forms;
  readonly #cursors = new Map<string, Form>();

  constructor(source: Source, database: Describer) {
    this.#source = source;
    this.#database = database;
    this.#forms = new Forms(source);
  }

  async run(): Promise<void> {
    const { templates, queries } = this.#source;
    const rest: TaggedTemplateExpression[] = [];
    for (const template of templates) {
      const row = readDeclaredRow(this.#source, template);
      if (row || isExecuted(template)) await this.#check(template, () => this.#forms.of(template), row);
      else rest.push(template);
    }
    for (const query of queries)
      await this.#check(
        query,
        () => this.#forms.of(statementText(query)),
        readDeclaredRow(this.#source, query),
      );
    for (const name of ['insertInto', 'insertWith', 'updateWith', 'updateLatest'])
      for (const call of this.#source.callsNamed(name))
        await this.#check(call, () => this.#forms.ofRows(call), null);
    await this.#checkRest(rest);
  }

  /** Treats every template that is part of no other as a statement, so that none is missed. */
  async #checkRest(rest: readonly TaggedTemplateExpression[]): Promise<void> {
    const problemCount = this.problems.length;
    for (const template of rest)
      if (!this.#forms.parts.has(template)) await this.#check(template, () => this.#forms.of(template), null);
    const parts = new Set([...this.#forms.parts].map(locationOf));
    this.problems.push(...this.problems.splice(problemCount).filter(({ place }) => !parts.has(place)));
  }

  async #check(statement: Node, forms: () => Form[], row: readonly DeclaredField[] | null): Promise<void> {
    const at = { owner: ownerName(statement), place: locationOf(statement) };
    try {
      for (const form of forms()) {
        const describedFields = await this.#database.describe(this.#describeCursor(form));
        const differences = row
          ? listDifferences(row, describedFields)
          : listNonNullable(form, describedFields);
        for (const says of differences) this.problems.push({ ...at, says });
        this.checked += 1;
      }
    } catch (error) {
      this.problems.push({ ...at, says: (error as Error).message });
    }
  }

  /** Rows fetched from a cursor are those of its declaration. */
  #describeCursor(form: Form): Form {
    const [, declared, query] = /^\s*declare (\w+) [\w ]*cursor[\w ]* for(\s.*)$/s.exec(form.text) ?? [];
    if (declared && query) {
      const cursorQuery = { ...form, text: query };
      this.#cursors.set(declared, cursorQuery);
      return cursorQuery;
    }
    const [, fetched] = /^\s*fetch \d+ from (\w+)\s*$/.exec(form.text) ?? [];
    return (fetched && this.#cursors.get(fetched)) || form;
  }
}

/** Returns the columns that do not accept an inserted value. */
const listNonNullable = ({ takesNull = [] }: Form, describedFields: readonly DescribedField[]): string[] =>
  describedFields
    .filter(({ name, isNullable }) => takesNull.includes(name) && !isNullable)
    .map(({ name }) => `${name} takes null, and the table doesn't`);

const isExecuted = ({ parent }: TaggedTemplateExpression): boolean =>
  isPropertyAccessExpression(parent) && parent.name.text === 'execute';

/** The driver accepts a string, or an object with it. */
function statementText({ arguments: [argument] }: CallExpression): Node {
  if (!argument || !isObjectLiteralExpression(argument)) return argument as Node;
  const text = argument.properties.find(
    (field) => isPropertyAssignment(field) && field.name.getText() === 'text',
  );
  return text && isPropertyAssignment(text) ? text.initializer : argument;
}

function listDifferences(
  row: readonly DeclaredField[],
  describedFields: readonly DescribedField[],
): string[] {
  const answeredNames = new Set(describedFields.map(({ name }) => name));
  const fieldByName = new Map(row.map((field) => [field.name, field]));
  const missing = row.filter(({ name, isOptional }) => !isOptional && !answeredNames.has(name));
  return [
    ...missing.map(({ name }) => `${name} is declared, and no column has its name`),
    ...describedFields.flatMap((column) => findDifference(fieldByName.get(column.name), column)),
  ];
}

function findDifference(field: DeclaredField | undefined, column: DescribedField): string[] {
  if (!field) return [`the column ${column.name} is not declared`];
  const { name, holds, takesNull } = field;
  const kinds = [...holds].join(' | ') || 'nothing';
  return [
    ...(isAllowedKind(holds, column.holds)
      ? []
      : [`${name} is declared as ${kinds}, and comes as ${column.holds}`]),
    ...(column.isNullable && !takesNull ? [`${name} may be null, and is not declared so`] : []),
  ];
}

const NOT_IN_JSON = ['bigint', 'Date', 'Buffer', 'Uint8Array'];

/** The content of JSON is up to the code that wrote it. */
function isAllowedKind(declared: ReadonlySet<string>, valueKind: string | null): boolean {
  if (valueKind === null) return false;
  if (valueKind === 'json') return !NOT_IN_JSON.some((kind) => declared.has(kind));
  return [...declared].every(
    (kind) => kind === valueKind || (kind === 'Uint8Array' && valueKind === 'Buffer'),
  );
}
