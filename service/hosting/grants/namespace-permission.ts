import type { Granted } from "../access/held-permissions";

const names = {
  read: "PERMISSION_READ",
  contributor: "PERMISSION_CONTRIBUTOR",
  write: "PERMISSION_WRITE",
  admin: "PERMISSION_ADMIN",
} as const;

export type NamespacePermissionName = (typeof names)[keyof typeof names];

const byName = {
  PERMISSION_READ: "read",
  PERMISSION_CONTRIBUTOR: "contributor",
  PERMISSION_WRITE: "write",
  PERMISSION_ADMIN: "admin",
} as const;

/** How the API writes a permission on a namespace. */
export function permissionName(held: Granted): NamespacePermissionName {
  return names[held === "none" ? "read" : held];
}

/** What a name of the API stands for. */
export const permissionNamed = (name: NamespacePermissionName) => byName[name];
