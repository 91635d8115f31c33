import { getContents } from "@/lib/contract/repohost/get-contents";
import { readCommit } from "../../git/commit-object";
import { implement } from "../../http/implement";
import { refuse } from "../../http/refusal";
import { requireRepository } from "../repositories/access";
import { requireCommit } from "../repositories/revision";
import { checkReadPath, contentAt } from "./content-body";

export const getContentsOperation = implement(getContents, async ({ principal, params, query }, service) => {
  const repository = await requireRepository(service, principal, params);
  const path = query.path ?? "";
  const problem = checkReadPath(path);
  if (problem) throw refuse.repohost("InvalidArgument", `path ${problem}`, "path");
  const reader = service.objects.of(service.repositories.path(repository.id));
  const { tree } = await readCommit(reader, await requireCommit(reader, repository, "ref", query.ref));
  const content = await contentAt(reader, tree, path);
  if (!content) throw refuse.repohost("NotFound", "path: there is nothing at this path");
  return content;
});
