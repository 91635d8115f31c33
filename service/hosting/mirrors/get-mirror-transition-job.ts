import { and, eq } from "drizzle-orm";
import { getMirrorTransitionJob } from "@/lib/contract/hosting/mirrors/get-mirror-transition-job";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { mirrorJobs } from "../../core/store/tables/mirrors";
import { requireRepository } from "../access/repository-access";
import { jobBody } from "./mirror-row";

export const getMirrorTransitionJobOperation = implement(
  getMirrorTransitionJob,
  async ({ principal, params }, context) => {
    const repository = await requireRepository(context, principal, params);
    const [job] = await context.db
      .select()
      .from(mirrorJobs)
      .where(and(eq(mirrorJobs.id, params.jobId), eq(mirrorJobs.repositoryId, repository.id)));
    if (!job) throw apiError.repohost("NotFound", "Transition job not found");
    return jobBody(job);
  },
);
