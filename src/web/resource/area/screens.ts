/** The screens of a back office, each declared once for routes, menu and titles. Free of React and styles: the build's configuration reads it. */
import type { IconNode } from "lucide";
import type { Role } from "#contract/endpoint.ts";

export interface Screen<G extends string = string> {
  /** Below the path of the back office in a declaration (`songs`), else whole (`/admin/songs`). */
  path: string;
  /** Module of the route, below `src/web`. */
  file: string;
  label: string;
  /** Title of the page; the label by default. */
  title?: string;
  icon: IconNode;
  /** Letter that leads there after a `g`. */
  key?: string;
  /** Group of the menu; a screen without one stands above all groups. */
  group?: G;
  /** The roles that may open it; all of the back office by default. */
  roles?: readonly Role[];
  /** Noun of the records that its form adds, which the command palette opens too. */
  adds?: string;
  /** The roles that may add them; those of the screen by default. */
  addedBy?: readonly Role[];
  /** About the account: a button beside the logout opens it, and the menu does not name it. */
  isOfAccount?: boolean;
  /** Path of the screen with whose entry of the menu it stands, as a part beside it; the menu does not name it. */
  partOf?: string;
  /** Among the parts of an entry; the label by default. */
  partLabel?: string;
  /** Of one record, whose number stands in the path as `:id`: other screens lead to it, and the menu does not name it. */
  isOfRecord?: boolean;
}

export interface ScreenMenu<P extends string = string> {
  /** All screens, with whole paths. */
  screens: readonly (Screen & { path: P })[];
  /** The groups that have screens, in their order. */
  groups: readonly { label: string; screens: readonly Screen[] }[];
}

/** @param base path of the back office @param groups labels of the groups in their order */
export function createMenu<const B extends string, G extends string, const P extends string>(
  base: B,
  groups: Readonly<Record<G, string>>,
  declared: readonly (Screen<NoInfer<G>> & { path: P })[],
): ScreenMenu<`${B}/${P}`> {
  const screens = declared.map((screen) => ({
    ...screen,
    path: `${base}/${screen.path}` as const,
    ...(screen.partOf !== undefined && { partOf: `${base}/${screen.partOf}` }),
  }));
  return {
    screens,
    groups: (Object.keys(groups) as G[])
      .map((name) => ({
        label: groups[name],
        screens: screens.filter((screen) => screen.group === name && entryPath(screen) === screen.path),
      }))
      .filter((group) => group.screens.length > 0),
  };
}

/** Returns the screen with the path, if there is one. */
export function findScreen({ screens }: ScreenMenu, pathname: string): Screen | undefined {
  const asRecord = pathname.replace(/\/\d+(?=\/|$)/, "/:id");
  return screens.find(({ path, isOfRecord }) => path === (isOfRecord ? asRecord : pathname));
}

/** Returns the path of the menu's entry for a screen: its own, or that of the screen whose part or record it is. */
export function entryPath({ path, partOf, isOfRecord }: Pick<Screen, "path" | "partOf" | "isOfRecord">): string {
  return partOf ?? (isOfRecord ? path.slice(0, path.indexOf("/:id")) : path);
}

/** Returns the screens that share an entry of the menu with a screen, in their order; none where it stands alone. */
export function partsOf({ screens }: ScreenMenu, screen: Screen): readonly Screen[] {
  const parts = screens.filter((each) => !each.isOfRecord && entryPath(each) === entryPath(screen));
  return parts.length > 1 ? parts : [];
}

/** Whether a role may open a screen. The server decides by itself, so all are open while the role is not known. */
export function isOpenTo({ roles }: Pick<Screen, "roles">, role: Role | undefined): boolean {
  return roles === undefined || role === undefined || roles.includes(role);
}
