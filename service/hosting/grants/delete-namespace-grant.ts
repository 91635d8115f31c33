import { deleteNamespaceGrant } from "@/lib/contract/hosting/grants/delete-namespace-grant";
import { implement } from "../../core/http/implement";
import { requireNamespace } from "../access/namespace-access";
import { requireGrantee } from "./grantee";
import { writeGrant } from "./write-grant";

/** Grants on individual repositories remain. */
export const deleteNamespaceGrantOperation = implement(
  deleteNamespaceGrant,
  async ({ principal, params, body }, context) => {
    const namespace = await requireNamespace(context, principal, params.ownerSlug, "admin");
    await writeGrant(context, namespace, null, requireGrantee(body), undefined);
    return undefined;
  },
);
