import { getGitRef } from "@/lib/contract/hosting/get-git-ref";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { readReference } from "../../git/references";
import { requireRepository } from "../repositories/access";
import { fullName, gitRefBody, shownPrefixes } from "./git-ref-body";
import { refuseEmpty } from "./refuse-empty";

export const getGitRefOperation = implement(getGitRef, async ({ principal, params }, service) => {
  const repository = await requireRepository(service, principal, params);
  const dir = service.repositories.path(repository.id);
  const name = params.ref === "HEAD" ? "HEAD" : fullName(params.ref);
  const isShown = name === "HEAD" || shownPrefixes.some((prefix) => name.startsWith(prefix));
  const id = isShown ? await readReference(dir, name) : undefined;
  const body = id && (await gitRefBody(service.objects.of(dir), name, id));
  if (body) return body;
  await refuseEmpty(dir);
  throw refuse.repohost("NotFound", "ref: there is no reference of this name");
});
