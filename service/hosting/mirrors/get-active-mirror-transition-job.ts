import { getActiveMirrorTransitionJob } from "@/lib/contract/hosting/mirrors/get-active-mirror-transition-job";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { findActiveJob, findLastJob, jobBody } from "./mirror-row";

export const getActiveMirrorTransitionJobOperation = implement(
  getActiveMirrorTransitionJob,
  async ({ principal, params }, context) => {
    const { id } = await requireRepository(context, principal, params);
    const [active, last] = [await findActiveJob(context.db, id), await findLastJob(context.db, id)];
    return { ...(active ? { activeJob: jobBody(active) } : {}), ...(last ? { lastJob: jobBody(last) } : {}) };
  },
);
