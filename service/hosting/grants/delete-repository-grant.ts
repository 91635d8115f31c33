import { deleteRepositoryGrant } from "@/lib/contract/hosting/delete-repository-grant";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { granteeOf } from "./grantee";
import { writeGrant } from "./write-grant";

/** What the principal holds by grants on the owner stays. */
export const deleteRepositoryGrantOperation = implement(
  deleteRepositoryGrant,
  async ({ principal, params, body }, context) => {
    const { id, namespace } = await requireRepository(context, principal, params, "admin");
    await writeGrant(context, namespace, id, granteeOf(body), undefined);
    return undefined;
  },
);
