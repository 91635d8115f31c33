import { readReference } from "@/git/refs/references";
import { getPullRequestMergeMessage } from "@/lib/contract/hosting/mergeability/get-pull-request-merge-message";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { pullRequestReference, requirePullRequest } from "../pulls/pull-request-row";
import { readLayers, requireStackSize } from "./layers";
import { mergeMessage } from "./merge-message";
import { actorSignature } from "./signature";

export const getPullRequestMergeMessageOperation = implement(
  getPullRequestMergeMessage,
  async ({ principal, params, query: { mergeMethod: method } }, context: HostingContext) => {
    const { repository, ...target } = await requirePullRequest(context, principal, params);
    await requireStackSize(context.db, target.pull);
    const { layers, baseRef } = await readLayers(context.db, target);
    const reader = context.objects.of(context.repositories.path(repository.id));
    const [root = target] = layers;
    let from = (await readReference(reader.dir, `refs/heads/${baseRef}`)) ?? root.version.baseSha;
    const commits = [];
    for (const layer of layers) {
      const author = await actorSignature(context, layer.pull.authorId);
      const message = await mergeMessage(reader, layer, method === "squash" ? { method, from, author } : { method });
      commits.push({ pullRequest: pullRequestReference(repository, layer.pull), title: layer.pull.title, message });
      from = layer.version.headSha;
    }
    return { baseRef, commits };
  },
);
