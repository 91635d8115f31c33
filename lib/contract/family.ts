import type { Family } from "./operation";

const families: readonly (readonly [prefix: string, Family])[] = [
  ["/v1/repohost", "repohost"],
  ["/v0", "pools"],
  ["/admin", "admin"],
  ["/dashboard", "dashboard"],
];

/** The API family of a path, also if no operation has it. */
export function familyOf(path: string): Family {
  const found = families.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return found?.[1] ?? "agents";
}
