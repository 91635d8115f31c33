import { eq } from "drizzle-orm";
import { listRepositoryGrants } from "@/lib/contract/hosting/grants/list-repository-grants";
import { implement } from "../../core/http/implement";
import { grants } from "../../core/store/tables/grants";
import { repositoryReference, requireRepository } from "../access/repository-access";
import { pageOfGrants } from "./grant-body";

/** Grants on the repository itself, without those inherited from its owner. */
export const listRepositoryGrantsOperation = implement(
  listRepositoryGrants,
  async ({ principal, params, query }, context) => {
    const repository = await requireRepository(context, principal, params);
    const { id } = repository;
    const rows = await context.db.select().from(grants).where(eq(grants.repositoryId, id));
    const page = await pageOfGrants(context, `grants ${id}`, query, rows, { adminsFirst: false });
    return { ...page, repository: repositoryReference(repository) };
  },
);
