import { and, eq, isNull } from "drizzle-orm";
import { listNamespaceGrants } from "@/lib/contract/hosting/grants/list-namespace-grants";
import { implement } from "../../core/http/implement";
import { grants } from "../../core/store/tables/grants";
import { teamGroupPermission } from "../access/held-permissions";
import { requireNamespace } from "../access/namespace-access";
import { type GrantEntry, pageOfGrants } from "./grant-body";
import { permissionName } from "./namespace-permission";

/** Grants on all repositories of the owner, including the team's default access; admins first. */
export const listNamespaceGrantsOperation = implement(
  listNamespaceGrants,
  async ({ principal, params, query }, context) => {
    const namespace = await requireNamespace(context, principal, params.ownerSlug, "read");
    const rows = await context.db
      .select()
      .from(grants)
      .where(and(eq(grants.namespaceId, namespace.id), isNull(grants.repositoryId)));
    const team: GrantEntry[] =
      namespace.teamId === null
        ? []
        : (["admins", "members"] as const).map((principalId) => ({
            principalKind: "teamGroup",
            principalId,
            permission: teamGroupPermission(rows, principalId),
          }));
    const held = [...team, ...rows.filter(({ principalKind }) => principalKind !== "teamGroup")].filter(
      ({ permission }) => permission !== "none",
    );
    const page = await pageOfGrants(context, `grants ${namespace.id}`, query, held, { adminsFirst: true });
    return {
      grants: page.grants.map((grant) => ({ ...grant, permission: permissionName(grant.permission) })),
      nextPageToken: page.nextPageToken,
    };
  },
);
