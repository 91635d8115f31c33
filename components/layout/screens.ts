import type { Route } from "next";
import { paths } from "@/lib/model/paths";

interface ScreenEntry {
  name: string;
  path: Route;
  /** The key sequence that opens it. */
  keys: readonly string[];
}

/** The screens of the console, in the order of the navigation. */
export const screens = [
  { name: "Overview", path: paths.home(), keys: ["g", "o"] },
  { name: "Inbox", path: paths.inbox(), keys: ["g", "i"] },
  { name: "Agents", path: paths.agents(), keys: ["g", "a"] },
  { name: "New agent", path: paths.newAgent(), keys: ["c"] },
  { name: "Automations", path: paths.automations(), keys: ["g", "m"] },
  { name: "Pull requests", path: paths.pulls(), keys: ["g", "r"] },
  { name: "Repositories", path: paths.repositories(), keys: ["g", "c"] },
  { name: "Usage", path: paths.usage(), keys: ["g", "u"] },
  { name: "Artifacts", path: paths.artifacts(), keys: ["g", "f"] },
  { name: "Capacity", path: paths.capacity(), keys: ["g", "p"] },
  { name: "Environments", path: paths.environments(), keys: ["g", "e"] },
  { name: "Settings", path: paths.settings(), keys: ["g", "s"] },
] as const satisfies readonly ScreenEntry[];

export type Screen = (typeof screens)[number];

/** Pages without their own navigation entry, and the screen they belong to. */
const childPages: readonly (readonly [start: string, path: Route])[] = [["/workers/", paths.capacity()]];

/** The screen a path belongs to: the one with the longest matching prefix. */
export function findScreen(address: string): Screen | undefined {
  const pathname = childPages.find(([start]) => address.startsWith(start))?.[1] ?? address;
  return screens
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}
