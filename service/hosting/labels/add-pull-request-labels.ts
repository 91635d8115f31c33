import { addPullRequestLabels } from "@/lib/contract/hosting/labels/add-pull-request-labels";
import { implement } from "../../core/http/implement";
import { actorOf } from "../actors/actor";
import { requirePullRequest } from "../pulls/pull-request-row";
import { changeLabels } from "./assigned-labels";
import { checkLabelLimit } from "./label-limit";
import { requireLabels } from "./label-row";

export const addPullRequestLabelsOperation = implement(
  addPullRequestLabels,
  async ({ principal, params, body }, context) => {
    const { repository, pull } = await requirePullRequest(context, principal, params, "write");
    const by = await actorOf(context, principal);
    checkLabelLimit(body.labels.length);
    const labels = await changeLabels(context, { pull, by }, async (tx, held) => {
      const added = await requireLabels(tx, repository.id, body.labels);
      const all = new Set([...held, ...added.map(({ id }) => id)]);
      checkLabelLimit(all.size);
      return all;
    });
    return { labels };
  },
);
