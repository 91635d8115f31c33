import { z } from "zod";
import { openEnum } from "../../open-enum";

const TeamGroup = z.looseObject({ kind: z.enum(["admins", "members"], "must be admins or members") });

/** The grantee: exactly one of the three. */
export const grantee = {
  user: z.looseObject({ id: z.string("is required") }).optional(),
  group: z.looseObject({ id: z.string("is required") }).optional(),
  teamGroup: TeamGroup.optional(),
};

const Grantee = z.looseObject({
  user: z.looseObject({ id: z.string(), email: z.string() }).optional(),
  group: z.looseObject({ id: z.string() }).optional(),
  teamGroup: z.looseObject({ kind: z.string() }).optional(),
});

export const RepositoryGrant = Grantee.extend({ permission: openEnum(["read", "write", "admin"]) });
export const NamespaceGrant = Grantee.extend({
  permission: openEnum(["PERMISSION_READ", "PERMISSION_CONTRIBUTOR", "PERMISSION_WRITE", "PERMISSION_ADMIN"]),
});
export type RepositoryGrant = z.infer<typeof RepositoryGrant>;
export type NamespaceGrant = z.infer<typeof NamespaceGrant>;
