import { eq } from "drizzle-orm";
import { listRepositoryGrants } from "@/lib/contract/repohost/list-repository-grants";
import { implement } from "../../http/implement";
import { grants } from "../../store/tables/grants";
import { requireRepository } from "../repositories/access";
import { pageOfGrants } from "./grant-body";

/** What was granted on the repository itself; what its owner's grants give is not listed. */
export const listRepositoryGrantsOperation = implement(
  listRepositoryGrants,
  async ({ principal, params, query }, service) => {
    const { id, name, ownerSlug, namespace } = await requireRepository(service, principal, params);
    const rows = await service.db.select().from(grants).where(eq(grants.repositoryId, id));
    const page = await pageOfGrants(service, `grants ${id}`, query, rows, { adminsFirst: false });
    return {
      ...page,
      repository: { id, name, owner: { slug: ownerSlug, id: namespace.id, type: namespace.type } },
    };
  },
);
