import { upsertNamespaceGrant } from "@/lib/contract/hosting/grants/upsert-namespace-grant";
import { implement } from "../../core/http/implement";
import { requireNamespace } from "../access/namespace-access";
import { granteeBodies } from "./grant-body";
import { requireGrantable, requireGrantee } from "./grantee";
import { permissionFromName } from "./namespace-permission";
import { writeGrant } from "./write-grant";

export const upsertNamespaceGrantOperation = implement(
  upsertNamespaceGrant,
  async ({ principal, params, body }, context) => {
    const namespace = await requireNamespace(context, principal, params.ownerSlug, "admin");
    const grantee = requireGrantee(body);
    await requireGrantable(context, namespace, grantee);
    await writeGrant(context, namespace, null, grantee, permissionFromName(body.permission));
    return { ...(await granteeBodies(context, [grantee]))(grantee), permission: body.permission };
  },
);
