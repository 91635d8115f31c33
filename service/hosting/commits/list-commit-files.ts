import { listCommitFiles } from "@/lib/contract/hosting/list-commit-files";
import { implement } from "../../core/http/implement";
import { emptyTree } from "../../git/changed-files";
import { readCommit } from "../../git/commit-object";
import { requireRepository } from "../repositories/access";
import { requireCommit } from "../repositories/revision";
import { filesPage } from "./files-page";

/** The change from the first parent; of a first commit, everything in it. */
export const listCommitFilesOperation = implement(
  listCommitFiles,
  async ({ principal, params, query, signal }, service) => {
    const repository = await requireRepository(service, principal, params);
    const reader = service.objects.of(service.repositories.path(repository.id));
    const to = await requireCommit(reader, repository, "sha", params.sha);
    const from = (await readCommit(reader, to)).parents[0] ?? emptyTree;
    return filesPage(reader, { repositoryId: repository.id, from, to, query, signal });
  },
);
