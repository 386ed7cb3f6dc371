import { asNodes, isNode, type Tree, type TreeNode } from './query-tree.ts';

/** Facts of the database's catalog that determine whether a value may be null. */
export interface Catalog {
  /** Columns, as `table.number`, that are declared not null. */
  notNull: ReadonlySet<string>;
  /** Functions by their oid. */
  functions: ReadonlyMap<string, { name: string; isStrict: boolean; isOurs: boolean }>;
  /** Parameters that may be null, by their numbers from 1. */
  nullable: readonly boolean[];
}

const LEFT = '1';
const FULL = '2';
const RIGHT = '3';

/** Strict functions that still return null if there is no result. */
const MAY_FIND_NOTHING =
  /^(jsonb?_(object_field|array_element|extract_path)(_text)?|array_(position|length|upper|lower|ndims)|textregexsubstr|substring|regexp_(match|substr)|to_reg\w+|current_setting|col_description|obj_description|pg_get_\w+|has_\w+|min_scale|lag|lead|nth_value)$/;
/** Functions that are not strict and still never return null. */
const NEVER_NULL =
  /^(concat|concat_ws|format|jsonb?_build_(object|array)|to_jsonb?|array_(append|prepend|cat|remove)|row_number|rank|dense_rank|ntile|num_(non)?nulls|count|gen_random_uuid|now|clock_timestamp)$/;

/** One query within a statement, with its context. */
interface Level {
  query: TreeNode;
  outer: Level | null;
  /** Range table numbers that an outer join may null. */
  optional: ReadonlySet<string>;
  /** Columns, as `entry.number`, that the conditions exclude nulls of. */
  notNullColumns: ReadonlySet<string>;
}

/** Returns for each result column whether it may be null, as far as PostgreSQL's parse tree shows. */
export function findNullableColumns(tree: Tree, catalog: Catalog): boolean[] {
  const query = findFirstQuery(tree);
  if (!query) throw new Error('no query');
  return new NullabilityReader(catalog).columns(query, null).map((isNotNull) => !isNotNull);
}

function findFirstQuery(tree: Tree): TreeNode | undefined {
  if (Array.isArray(tree)) return tree.map(findFirstQuery).find((query) => query !== undefined);
  return isNode(tree) && tree.tag === 'QUERY' ? tree : undefined;
}

class NullabilityReader {
  readonly #catalog: Catalog;
  /** Recursive queries that are being evaluated. */
  readonly #asked = new Set<TreeNode>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Returns which of its columns are never null. */
  columns(query: TreeNode, outer: Level | null): boolean[] {
    const level = this.#level(query, outer);
    const targets = query.commandType === '1' ? query.targetList : query.returningList;
    const columns = asNodes(targets).filter(({ resjunk }) => resjunk === 'false');
    if (!isNode(query.setOperations)) return columns.map(({ expr }) => this.#isNotNull(expr, level));
    return this.#union(query.setOperations, level);
  }

  #union(tree: TreeNode, level: Level): boolean[] {
    if (tree.tag === 'RANGETBLREF') {
      const entry = this.#entry(level, tree.rtindex as string);
      return this.columns(entry.subquery as TreeNode, level);
    }
    const left = this.#union(tree.larg as TreeNode, level);
    const right = this.#union(tree.rarg as TreeNode, level);
    return left.map((isNotNull, i) => isNotNull && (right[i] as boolean));
  }

  #level(query: TreeNode, outer: Level | null): Level {
    const optional = new Set<string>();
    const notNullColumns = new Set<string>();
    const level = { query, outer, optional, notNullColumns };
    const walk = (tree: Tree | undefined, isOptional: boolean): void => {
      if (!isNode(tree)) return;
      if (tree.tag === 'RANGETBLREF' && isOptional) optional.add(tree.rtindex as string);
      if (tree.tag === 'FROMEXPR') {
        for (const item of asNodes(tree.fromlist)) walk(item, isOptional);
        this.#learn(tree.quals, level, notNullColumns);
      }
      if (tree.tag !== 'JOINEXPR') return;
      const { jointype } = tree;
      walk(tree.larg, isOptional || jointype === RIGHT || jointype === FULL);
      walk(tree.rarg, isOptional || jointype === LEFT || jointype === FULL);
      if (jointype === '0' && !isOptional) this.#learn(tree.quals, level, notNullColumns);
    };
    walk(query.jointree, false);
    // A condition that holds for one of its columns implies that the row exists.
    for (const column of notNullColumns) optional.delete(column.split('.')[0] as string);
    return level;
  }

  /** Records the columns that a true condition excludes nulls of. */
  #learn(condition: Tree | undefined, level: Level, notNullColumns: Set<string>): void {
    if (!isNode(condition)) return;
    const { tag } = condition;
    const parts = asNodes(condition.args);
    if (tag === 'BOOLEXPR' && condition.boolop === 'and')
      for (const part of parts) this.#learn(part, level, notNullColumns);
    else if (tag === 'NULLTEST' && condition.nulltesttype === '1')
      this.#strict(condition.arg, notNullColumns);
    else if (tag === 'OPEXPR' || tag === 'SCALARARRAYOPEXPR' || tag === 'FUNCEXPR' || tag === 'VAR')
      this.#strict(condition, notNullColumns);
  }

  #strict(tree: Tree | undefined, notNullColumns: Set<string>): void {
    if (!isNode(tree)) return;
    if (tree.tag === 'VAR' && tree.varlevelsup === '0') notNullColumns.add(`${tree.varno}.${tree.varattno}`);
    const isStrict =
      CASTS.has(tree.tag) ||
      tree.tag === 'SCALARARRAYOPEXPR' ||
      ((tree.tag === 'OPEXPR' || tree.tag === 'FUNCEXPR') && this.#function(tree)?.isStrict);
    if (!isStrict) return;
    this.#strict(tree.arg, notNullColumns);
    for (const part of asNodes(tree.args)) this.#strict(part, notNullColumns);
  }

  #function(tree: TreeNode) {
    return this.#catalog.functions.get(
      (tree.opfuncid ?? tree.funcid ?? tree.aggfnoid ?? tree.winfnoid) as string,
    );
  }

  #entry(level: Level, number: string): TreeNode {
    return asNodes(level.query.rtable)[Number(number) - 1] as TreeNode;
  }

  #isNotNull(tree: Tree | undefined, level: Level): boolean {
    if (!isNode(tree)) return false;
    const all = (list: Tree | undefined) => asNodes(list).every((part) => this.#isNotNull(part, level));
    const any = (list: Tree | undefined) => asNodes(list).some((part) => this.#isNotNull(part, level));
    if (CASTS.has(tree.tag)) return this.#isNotNull(tree.arg, level);
    switch (tree.tag) {
      case 'VAR':
        return this.#column(tree, level);
      case 'CONST':
        return tree.constisnull === 'false';
      case 'PARAM':
        return !this.#catalog.nullable[Number(tree.paramid) - 1];
      case 'OPEXPR':
      case 'FUNCEXPR':
        return this.#called(tree, all(tree.args));
      case 'AGGREF':
      case 'WINDOWFUNC':
        return this.#aggregated(tree, level);
      case 'SUBLINK':
        return this.#subquery(tree, level);
      case 'SUBSCRIPTINGREF':
        return this.#isFirst(tree, level);
      case 'CASEEXPR':
        return this.#case(tree, level);
      case 'COALESCEEXPR':
      case 'MINMAXEXPR':
        return any(tree.args);
      case 'BOOLEXPR':
      case 'SCALARARRAYOPEXPR':
        return all(tree.args);
      default:
        return ALWAYS.has(tree.tag);
    }
  }

  #called(tree: TreeNode, areGiven: boolean): boolean {
    const called = this.#function(tree);
    if (!called || called.isOurs || MAY_FIND_NOTHING.test(called.name)) return false;
    return NEVER_NULL.test(called.name) || (called.isStrict && areGiven);
  }

  /** For zero rows every aggregate except a count is null; a group and a window have at least one row. */
  #aggregated(tree: TreeNode, level: Level): boolean {
    const name = this.#function(tree)?.name ?? '';
    if (NEVER_NULL.test(name)) return true;
    if (MAY_FIND_NOTHING.test(name)) return false;
    const isGrouped = tree.tag === 'WINDOWFUNC' || asNodes(level.query.groupClause).length > 0;
    const parts = asNodes(tree.args).map((part) => (part.tag === 'TARGETENTRY' ? part.expr : part));
    return isGrouped && tree.aggfilter === null && parts.every((part) => this.#isNotNull(part, level));
  }

  /** `(array_agg(…))[1]`: a non-empty group has a first element. */
  #isFirst({ refexpr, refupperindexpr, reflowerindexpr }: TreeNode, level: Level): boolean {
    const [index] = asNodes(refupperindexpr);
    if (!isNode(refexpr) || reflowerindexpr !== null || index?.constvalue !== '4_1_0_0_0_0_0_0_0')
      return false;
    const isGathered = refexpr.tag === 'AGGREF' && this.#function(refexpr)?.name === 'array_agg';
    return isGathered && this.#isNotNull(refexpr, level);
  }

  #subquery(tree: TreeNode, level: Level): boolean {
    const query = tree.subselect as TreeNode;
    if (tree.subLinkType !== '4') return true;
    const isOneRow =
      query.havingQual === null &&
      query.limitOffset === null &&
      ((query.hasAggs === 'true' && asNodes(query.groupClause).length === 0) ||
        asNodes(query.rtable).length === 0);
    return isOneRow && this.columns(query, level)[0] === true;
  }

  #case(tree: TreeNode, level: Level): boolean {
    const results = asNodes(tree.args).every(({ expr, result }) => {
      const notNullColumns = new Set(level.notNullColumns);
      this.#learn(expr, level, notNullColumns);
      return this.#isNotNull(result, { ...level, notNullColumns });
    });
    return results && this.#isNotNull(tree.defresult, level);
  }

  #column({ varno, varattno, varlevelsup }: TreeNode, from: Level): boolean {
    let level = from;
    for (let up = Number(varlevelsup); up > 0; up -= 1) level = level.outer as Level;
    const entry = this.#entry(level, varno as string);
    if (level.notNullColumns.has(`${varno}.${varattno}`)) return true;
    if (level.optional.has(varno as string)) return false;
    const at = Number(varattno) - 1;
    // A whole row.
    if (at < 0) return true;
    if (entry.rtekind === '0') return this.#catalog.notNull.has(`${entry.relid}.${varattno}`);
    if (entry.rtekind === '1') return this.columns(entry.subquery as TreeNode, level)[at] as boolean;
    if (entry.rtekind === '2') return this.#isNotNull((entry.joinaliasvars as Tree[])[at], level);
    if (entry.rtekind === '5')
      return (entry.values_lists as Tree[][]).every((row) => this.#isNotNull(row[at], level));
    if (entry.rtekind === '6') return this.#common(entry, level)[at] as boolean;
    // Rows of a set-returning function: arrays from the code contain no nulls where their column accepts none.
    return entry.rtekind === '3';
  }

  #common(entry: TreeNode, from: Level): boolean[] {
    let level = from;
    for (let up = Number(entry.ctelevelsup); up > 0; up -= 1) level = level.outer as Level;
    const lists = asNodes(level.query.cteList);
    const { ctequery, ctecolnames } = lists.find(({ ctename }) => ctename === entry.ctename) as TreeNode;
    const query = ctequery as TreeNode;
    const width = (ctecolnames as Tree[]).length;
    if (this.#asked.has(query)) return new Array<boolean>(width).fill(true);
    this.#asked.add(query);
    const columns = this.columns(query, level);
    this.#asked.delete(query);
    return columns;
  }
}

const CASTS: ReadonlySet<string> = new Set([
  'RELABELTYPE',
  'COERCEVIAIO',
  'ARRAYCOERCEEXPR',
  'COERCETODOMAIN',
  'COLLATEEXPR',
  'NAMEDARGEXPR',
]);
const ALWAYS: ReadonlySet<string> = new Set([
  'NULLTEST',
  'BOOLEANTEST',
  'DISTINCTEXPR',
  'ARRAYEXPR',
  'ROWEXPR',
  'ROWCOMPAREEXPR',
  'SQLVALUEFUNCTION',
]);
