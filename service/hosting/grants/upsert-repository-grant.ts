import { upsertRepositoryGrant } from "@/lib/contract/hosting/grants/upsert-repository-grant";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { granteeBodies } from "./grant-body";
import { requireGrantable, requireGrantee } from "./grantee";
import { writeGrant } from "./write-grant";

export const upsertRepositoryGrantOperation = implement(
  upsertRepositoryGrant,
  async ({ principal, params, body }, context) => {
    const { id, namespace } = await requireRepository(context, principal, params, "admin");
    const grantee = requireGrantee(body);
    await requireGrantable(context, namespace, grantee);
    await writeGrant(context, namespace, id, grantee, body.permission);
    return { ...(await granteeBodies(context, [grantee]))(grantee), permission: body.permission };
  },
);
