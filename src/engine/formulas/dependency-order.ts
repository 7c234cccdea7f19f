import type { Injector, IUnitRange } from "@univerjs/core";
import { IDependencyManagerService, type IFormulaDependencyTree, IFormulaDependencyGenerator } from "@univerjs/engine-formula";
import { type AreaIndex, createAreaIndex, type Group } from "../../workbook/area-index";
import type { Area } from "../../workbook/areas";
import { LAST_COLUMN, LAST_ROW } from "../../workbook/cell-reference";

/*
 * Univer 0.25.1 finds the order of a calculation by looking up, for each formula, every formula that reads it: 10,000 running sums have 50 million such pairs, and
 * each is looked up twice in every calculation.
 */

type Tree = IFormulaDependencyTree;
interface Internals {
  generate(isModel?: boolean): Promise<Tree[]>;
  _dependencyRTreeCacheForAddressFunction: { bulkSearch(ranges: readonly IUnitRange[]): ReadonlySet<number | string> };
  _dependencyTreeCache: ReadonlyMap<number | string, Tree>;
  _calculateRunList(trees: Tree[]): Tree[];
  _checkIsCycleDependency(trees: readonly Tree[]): boolean;
}
interface Manager {
  addDependencyRTreeCache(tree: Tree): void;
  searchDependency(ranges: readonly IUnitRange[]): Set<number>;
}

/** A range of Univer's as an area; whole rows and columns have no numbers. */
function areaOf({ unitId, sheetId, range }: IUnitRange): Area {
  const from = (n: number): number => (Number.isNaN(n) ? 0 : Math.max(n, 0));
  const to = (n: number, last: number): number => (Number.isNaN(n) ? last : Math.min(n, last));
  const [row, column] = [from(range.startRow), from(range.startColumn)];
  const [lastRow, lastColumn] = [to(range.endRow, LAST_ROW), to(range.endColumn, LAST_COLUMN)];
  return { sheet: `${unitId}|${sheetId}`, row, column, rows: lastRow - row + 1, columns: lastColumn - column + 1 };
}

/** Orders formulas in a time in proportion to their number. For an engine whose workbook is not edited: all formulas are indexed again for each calculation. */
export function orderInProportion(injector: Injector): void {
  const generator = injector.get(IFormulaDependencyGenerator) as unknown as Internals;
  const manager = injector.get(IDependencyManagerService) as unknown as Manager;
  let readers: AreaIndex<Tree> = createAreaIndex();
  let isCircular = false;

  const generate = generator.generate.bind(generator);
  generator.generate = (isModel) => {
    readers = createAreaIndex();
    return generate(isModel);
  };
  const add = manager.addDependencyRTreeCache.bind(manager);
  manager.addDependencyRTreeCache = (tree) => {
    for (const range of tree.rangeList) readers.add(areaOf(range), tree);
    add(tree);
  };

  manager.searchDependency = (ranges) => {
    const groups = new Set(ranges.flatMap((range) => readers.groupsOf(areaOf(range))));
    const found = new Set<number>();
    // A set also passes through what is added meanwhile.
    for (const group of groups) {
      for (const { treeId } of group.items) found.add(treeId);
      for (const one of group.groups) groups.add(one);
    }
    return found;
  };

  const following = (node: Tree | Group<Tree>): readonly (Tree | Group<Tree>)[] => {
    if ("groups" in node) return [...node.groups, ...node.items];
    const own = node.toRTreeItem() as IUnitRange[];
    // References that a formula calculates, such as OFFSET.
    const calculated = [...generator._dependencyRTreeCacheForAddressFunction.bulkSearch(own)].flatMap((id) => generator._dependencyTreeCache.get(id) ?? []);
    return [...own.flatMap((range) => readers.groupsOf(areaOf(range))), ...calculated];
  };
  // Univer calculates from the end: each formula comes after those that read it.
  generator._calculateRunList = (trees) => {
    const order: Tree[] = [];
    const open = new Set<Tree | Group<Tree>>();
    const ended = new Set<Tree | Group<Tree>>();
    isCircular = false;
    for (const root of [...trees].reverse()) {
      if (ended.has(root)) continue;
      const path: { readonly node: Tree | Group<Tree>; readonly to: Iterator<Tree | Group<Tree>> }[] = [];
      const enter = (node: Tree | Group<Tree>): void => {
        open.add(node);
        path.push({ node, to: following(node).values() });
      };
      enter(root);
      for (let at = path.at(-1); at; at = path.at(-1)) {
        const { done, value } = at.to.next();
        if (!done) {
          if (open.has(value)) isCircular = true;
          else if (!ended.has(value)) enter(value);
          continue;
        }
        path.pop();
        open.delete(at.node);
        ended.add(at.node);
        if (!("groups" in at.node)) order.push(at.node);
      }
    }
    return order;
  };
  generator._checkIsCycleDependency = () => isCircular;
}
