import { readCommit } from "@/git/objects/commit-object";
import { getContents } from "@/lib/contract/hosting/contents/get-contents";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { requireCommit } from "../repositories/revision";
import { checkReadPath, contentAt } from "./content-body";

export const getContentsOperation = implement(
  getContents,
  async ({ principal, params, query }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    const path = query.path ?? "";
    const problem = checkReadPath(path);
    if (problem) throw apiError.repohost("InvalidArgument", `path ${problem}`, "path");
    const reader = context.objects.of(context.repositories.path(repository.id));
    const { tree } = await readCommit(reader, await requireCommit(reader, repository, "ref", query.ref));
    const content = await contentAt(reader, tree, path);
    if (!content) throw apiError.repohost("NotFound", "path: not found");
    return content;
  },
);
