import { deleteRepositoryGrant } from "@/lib/contract/hosting/grants/delete-repository-grant";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { requireGrantee } from "./grantee";
import { writeGrant } from "./write-grant";

/** The principal's grants on the owner remain. */
export const deleteRepositoryGrantOperation = implement(
  deleteRepositoryGrant,
  async ({ principal, params, body }, context) => {
    const { id, namespace } = await requireRepository(context, principal, params, "admin");
    await writeGrant(context, namespace, id, requireGrantee(body), undefined);
    return undefined;
  },
);
