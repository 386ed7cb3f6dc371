import pg from 'pg';
import type { Form } from './forms.ts';
import { type Catalog, findNullableColumns } from './nullable.ts';
import { parseTree } from './query-tree.ts';

export interface DescribedField {
  name: string;
  /** The driver's type for it; null: a type that this code should not read. */
  holds: string | null;
  isNullable: boolean;
}

/**
 * By oid, as `platform/database.ts` and the driver parse them. An array of numeric or bigint would be parsed as
 * floats.
 */
const KINDS: ReadonlyMap<number, string> = new Map([
  [16, 'boolean'],
  [17, 'Buffer'],
  [19, 'string'],
  [20, 'bigint'],
  [21, 'number'],
  [23, 'number'],
  [25, 'string'],
  [26, 'number'],
  [114, 'json'],
  [700, 'number'],
  [701, 'number'],
  [1000, 'boolean[]'],
  [1005, 'number[]'],
  [1007, 'number[]'],
  [1009, 'string[]'],
  [1001, 'Buffer[]'],
  [1043, 'string'],
  [1082, 'Date'],
  [1114, 'Date'],
  [1184, 'Date'],
  [1185, 'Date[]'],
  [1700, 'bigint'],
  [2950, 'string'],
  [2951, 'string[]'],
  [3802, 'json'],
]);

/** Has a database describe the result of a statement, without running it. */
export class Describer {
  readonly #client: pg.Client;
  #catalog: Omit<Catalog, 'nullable'> | null = null;

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url });
  }

  async open(): Promise<void> {
    await this.#client.connect();
    const { rows: columns } = await this.#client.query<{ key: string }>(
      `select attrelid || '.' || attnum as key from pg_attribute where attnotnull and attnum > 0`,
    );
    const { rows: functions } = await this.#client.query<{
      id: string;
      name: string;
      isStrict: boolean;
      isOurs: boolean;
    }>(`select oid::text as id, proname as name, proisstrict as "isStrict",
        pronamespace <> 'pg_catalog'::regnamespace as "isOurs" from pg_proc`);
    this.#catalog = {
      notNull: new Set(columns.map(({ key }) => key)),
      functions: new Map(functions.map(({ id, ...rest }) => [id, rest])),
    };
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  /** Throws the database's error about the statement. */
  async describe({ text, nullable }: Form): Promise<DescribedField[]> {
    const { parameters, fields } = await parseStatement(this.#client, text);
    if (fields.length === 0) return [];
    const areNullable = await this.#areNullable(text, parameters, nullable);
    return fields.map(({ name, dataTypeID }, i) => ({
      name,
      holds: KINDS.get(dataTypeID) ?? null,
      isNullable: areNullable[i] ?? true,
    }));
  }

  /** Creates a function from the statement, since PostgreSQL stores its parsed form with the function. */
  async #areNullable(text: string, parameters: number[], nullable: boolean[]): Promise<boolean[]> {
    await this.#client.query('begin');
    try {
      const types = parameters.map((oid) => `${oid}::regtype`);
      const { rows: names } = await this.#client.query<{ name: string }>(
        `select format_type(oid, null) as name from unnest(array[${types.join(', ')}]::oid[]) oid`,
      );
      await this.#client.query(
        `create function pg_temp.described(${names.map(({ name }) => name).join(', ')}) returns setof record begin atomic ${text}; end`,
      );
      const { rows } = await this.#client.query<{ tree: string }>(
        `select prosqlbody::text as tree from pg_proc where proname = 'described'`,
      );
      return findNullableColumns(parseTree(rows[0]?.tree ?? ''), { ...(this.#catalog as Catalog), nullable });
    } finally {
      await this.#client.query('rollback');
    }
  }
}

interface Parsed {
  parameters: number[];
  fields: { name: string; dataTypeID: number }[];
}

interface Connection {
  removeAllListeners(event: 'parameterDescription'): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
  parse(query: { text: string }): void;
  describe(what: { type: 'S' }): void;
  sync(): void;
}

/** Has a statement parsed and described, as the driver would before it runs one, and stops there. */
function parseStatement(client: pg.Client, text: string): Promise<Parsed> {
  return new Promise((resolve, reject) => {
    const parsed: Parsed = { parameters: [], fields: [] };
    const query = {
      submit(connection: Connection) {
        connection.removeAllListeners('parameterDescription');
        connection.once('parameterDescription', ({ dataTypeIDs }) => {
          parsed.parameters = dataTypeIDs;
        });
        connection.parse({ text });
        connection.describe({ type: 'S' });
        connection.sync();
      },
      handleRowDescription({ fields }: Pick<Parsed, 'fields'>) {
        parsed.fields = fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(parsed),
    };
    client.query(query as unknown as pg.Submittable);
  });
}
