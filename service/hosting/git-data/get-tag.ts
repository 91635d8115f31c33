import { getTag } from "@/lib/contract/hosting/get-tag";
import type { Context } from "../../core/context";
import { implement } from "../../core/http/implement";
import { maxTagBytes, parseTag } from "../../git/commit-object";
import type { WithGit } from "../../git/with-git";
import { requireRepository } from "../access/repository-access";
import { authorBody } from "../commits/commit-body";
import { requireObject } from "./require-object";

export const getTagOperation = implement(getTag, async ({ principal, params }, context: Context & WithGit) => {
  const repository = await requireRepository(context, principal, params);
  const reader = context.objects.of(context.repositories.path(repository.id));
  const { id } = await requireObject(reader, "tag", params.sha);
  const found = await reader.read(id, maxTagBytes);
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
