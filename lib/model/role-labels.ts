import type { Role } from "@/lib/contract/operation";

export const roleLabels: Readonly<Record<Role, string>> = { viewer: "Viewer", operator: "Operator", admin: "Admin" };
