import { Bot, type LucideIcon, Plus } from "lucide-react";
import type { Route } from "next";
import { paths } from "@/lib/paths";

export interface Screen {
  name: string;
  path: Route;
  icon: LucideIcon;
  /** Keys that lead there, one after the other. */
  keys: readonly string[];
}

/** The screens of the console, in the order of the navigation. */
export const screens: readonly Screen[] = [
  { name: "Agents", path: paths.agents(), icon: Bot, keys: ["g", "a"] },
  { name: "New agent", path: paths.newAgent(), icon: Plus, keys: ["c"] },
];

/** The screen an address belongs to: the one with the longest path it starts with. */
export function screenOf(pathname: string): Screen | undefined {
  return screens
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}
