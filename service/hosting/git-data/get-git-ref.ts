import { readReference } from "@/git/refs/references";
import { getGitRef } from "@/lib/contract/hosting/git-data/get-git-ref";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { fullName, gitRefBody, shownPrefixes } from "./git-ref-body";
import { requireNotEmpty } from "./require-not-empty";

export const getGitRefOperation = implement(getGitRef, async ({ principal, params }, context: HostingContext) => {
  const repository = await requireRepository(context, principal, params);
  const dir = context.repositories.path(repository.id);
  const name = params.ref === "HEAD" ? "HEAD" : fullName(params.ref);
  const isShown = name === "HEAD" || shownPrefixes.some((prefix) => name.startsWith(prefix));
  const id = isShown ? await readReference(dir, name) : undefined;
  const body = id && (await gitRefBody(context.objects.of(dir), name, id));
  if (body) return body;
  await requireNotEmpty(dir);
  throw apiError.repohost("NotFound", "ref: not found");
});
