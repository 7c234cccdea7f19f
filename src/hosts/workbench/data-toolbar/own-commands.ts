import { CommandType, ICommandService, type Injector } from "@univerjs/core";
import { ContextMenuGroup, ContextMenuPosition, IMenuManagerService, MenuItemType, RibbonDataGroup, RibbonPosition } from "@univerjs/preset-sheets-core";

/** A command of the workbench in the grid's menus. Its words are in grid-texts.ts, under its name. */
interface OwnCommand {
  readonly name: "sortAscending" | "sortDescending" | "find" | "replace" | "editNote" | "deleteNote";
  /** Where it is besides the toolbar: nowhere else, in the menu of cells, or in that of columns, too. */
  readonly menus: "none" | "cells" | "cells and columns";
  readonly run: () => void;
}

/** Adds commands to the _Data_ toolbar, and to the menus of cells and columns. */
export function addOwnCommands(injector: Injector, own: readonly OwnCommand[]): void {
  const commands = injector.get(ICommandService);
  const entries = own.map(({ name, menus, run }, order) => {
    const id = `workbench.command.${name}`;
    commands.registerCommand({
      id,
      type: CommandType.COMMAND,
      handler: () => {
        run();
        return true;
      },
    });
    // Univer's filter is in the third place.
    const entry = { order: order < 2 ? order : order + 1, menuItemFactory: () => ({ id, type: MenuItemType.BUTTON, title: `workbench.${name}` }) };
    return { id, menus, entry };
  });
  const all = Object.fromEntries(entries.map(({ id, entry }) => [id, entry]));
  const inMenus = (...places: readonly OwnCommand["menus"][]) =>
    Object.fromEntries(entries.flatMap(({ id, menus, entry }) => (places.includes(menus) ? [[id, entry]] : [])));
  injector.get(IMenuManagerService).mergeMenu({
    [RibbonPosition.DATA]: { [RibbonDataGroup.ORGANIZATION]: all },
    [ContextMenuPosition.MAIN_AREA]: { [ContextMenuGroup.DATA]: inMenus("cells", "cells and columns") },
    [ContextMenuPosition.COL_HEADER]: { [ContextMenuGroup.DATA]: inMenus("cells and columns") },
  });
}
