import { listComparisonFiles } from "@/lib/contract/hosting/commits/list-comparison-files";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { requireComparison } from "./comparison";
import { filesPage } from "./files-page";

export const listComparisonFilesOperation = implement(
  listComparisonFiles,
  async ({ principal, params, query, signal }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    const reader = context.objects.of(context.repositories.path(repository.id));
    const { head, mergeBase } = await requireComparison(reader, repository, params.basehead, signal);
    return filesPage(reader, { repositoryId: repository.id, from: mergeBase, to: head, query, signal });
  },
);
