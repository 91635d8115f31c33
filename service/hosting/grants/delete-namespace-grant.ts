import { deleteNamespaceGrant } from "@/lib/contract/hosting/delete-namespace-grant";
import { implement } from "../../core/http/implement";
import { requireNamespace } from "../apps/app-row";
import { granteeOf } from "./grantee";
import { writeGrant } from "./write-grant";

/** Grants on single repositories stay. */
export const deleteNamespaceGrantOperation = implement(
  deleteNamespaceGrant,
  async ({ principal, params, body }, service) => {
    const namespace = await requireNamespace(service, principal, params.ownerSlug, "admin");
    await writeGrant(service, namespace, null, granteeOf(body), undefined);
    return undefined;
  },
);
