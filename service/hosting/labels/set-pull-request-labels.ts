import { setPullRequestLabels } from "@/lib/contract/hosting/labels/set-pull-request-labels";
import { implement } from "../../core/http/implement";
import { actorOf } from "../actors/actor";
import { requirePullRequest } from "../pulls/pull-request-row";
import { changeLabels } from "./assigned-labels";
import { checkLabelLimit } from "./label-limit";
import { requireLabels } from "./label-row";

export const setPullRequestLabelsOperation = implement(
  setPullRequestLabels,
  async ({ principal, params, body }, context) => {
    const { repository, pull } = await requirePullRequest(context, principal, params, "write");
    const by = await actorOf(context, principal);
    checkLabelLimit(body.labels.length);
    const labels = await changeLabels(context, { pull, by }, async (tx) => {
      const found = await requireLabels(tx, repository.id, body.labels);
      return new Set(found.map(({ id }) => id));
    });
    return { labels };
  },
);
