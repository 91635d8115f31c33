import { listComparisonFiles } from "@/lib/contract/hosting/list-comparison-files";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../repositories/access";
import { requireComparison } from "./comparison";
import { filesPage } from "./files-page";

export const listComparisonFilesOperation = implement(
  listComparisonFiles,
  async ({ principal, params, query, signal }, service) => {
    const repository = await requireRepository(service, principal, params);
    const reader = service.objects.of(service.repositories.path(repository.id));
    const { head, mergeBase } = await requireComparison(reader, repository, params.basehead, signal);
    return filesPage(reader, { repositoryId: repository.id, from: mergeBase, to: head, query, signal });
  },
);
