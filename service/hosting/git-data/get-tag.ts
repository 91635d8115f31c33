import { maxCommitBytes, parseTag } from "@/git/objects/commit-object";
import { getTag } from "@/lib/contract/hosting/git-data/get-tag";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { authorBody } from "../commits/commit-body";
import { requireObject } from "./require-object";

export const getTagOperation = implement(getTag, async ({ principal, params }, context: HostingContext) => {
  const repository = await requireRepository(context, principal, params);
  const reader = context.objects.of(context.repositories.path(repository.id));
  const { id } = await requireObject(reader, "tag", params.sha);
  const found = await reader.read(id, maxCommitBytes);
  if (!found) throw new Error(`tag ${id} not found`);
  const { name, message, tagger, object } = parseTag(found.content);
  return {
    sha: id,
    tag: name,
    message,
    ...(tagger ? { tagger: authorBody(tagger) } : {}),
    object: { sha: object.id, type: object.type },
  };
});
