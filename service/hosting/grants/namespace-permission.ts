import type { GrantPermission } from "../access/held-permissions";

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

/** A namespace permission's name in the API. */
export function permissionName(held: GrantPermission): NamespacePermissionName {
  return names[held === "none" ? "read" : held];
}

/** The permission for an API name. */
export const permissionFromName = (name: NamespacePermissionName) => byName[name];
