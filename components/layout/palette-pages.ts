import type { Route } from "next";
import { sections } from "@/components/settings/sections";
import { type Role, roleAllows } from "@/lib/contract/operation";
import { paths } from "@/lib/model/paths";

interface PalettePage {
  title: string;
  keywords?: string;
  path: Route;
  /** The role that may open it; everyone if it isn't set. */
  role?: Role;
}

/** Pages below the screens of the navigation. */
const innerPages: readonly PalettePage[] = [
  { title: "Queue", path: paths.queue() },
  { title: "Batches", path: paths.batches() },
  { title: "Budgets", path: paths.budgets() },
  { title: "New pull request", path: paths.newPull(), role: "operator" },
];

/** The pages that the user can open from the palette, other than the screens. */
export const palettePages = (role: Role): PalettePage[] => [
  ...innerPages.filter((page) => page.role === undefined || roleAllows(role, page.role)),
  ...sections
    .filter((section) => roleAllows(role, section.role))
    .map(({ group, name, path }) => ({ title: name, keywords: `settings ${group}`, path })),
];
