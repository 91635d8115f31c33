import { type CreateBatchBody, createBatch } from "@/lib/contract/dashboard/batches/create-batch";
import { batchName, type PlannedMember, planBatch } from "@/lib/model/batches/plan-batch";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { secretsOfRequest } from "@/lib/model/masking/known-secrets";
import type { User } from "@/lib/server/auth/session-reader";
import { batchParts } from "@/lib/server/batches/dashboard-batches";
import { sealLaunch } from "@/lib/server/batches/sealed-launch";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { insertBatch } from "@/lib/server/db/batches";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { createMasker } from "@/lib/server/upstream/client/masked-response";
import type { VariableParts } from "@/lib/server/variables/dashboard-variables";
import { readUsable } from "@/lib/server/variables/launch-variables";
import { storableFields } from "../launches/storable-fields";
import { batchBody, requireBatch } from "./batch-body";

/** Stores a batch. Every process launches its agents. A repeated request returns the stored batch. */
export const createBatchOperation = implementOperation(createBatch, async ({ body, user, note }) => {
  const { id, launch, savedVariables, fields } = body;
  const { store, service, variables } = await batchParts();
  const members = planBatch(body);
  service.secrets?.remember(secretsOfRequest(launch));
  await checkSavedVariables(variables, user, body, members);
  const masker = createMasker(service);
  const batch = {
    id,
    source: indexSource(dashboardSettings()),
    userId: user.id,
    name: masker.mask(batchName(launch)),
    prompt: masker.mask(launch.prompt.text),
    fields: fields ? storableFields(fields) : null,
    sealed: await sealLaunch({ launch, savedVariables }, await variables.secret()),
    createdAt: new Date(service.clock.now()),
  };
  await insertBatch(
    store,
    batch,
    members.map((member) => ({
      position: member.position,
      attempt: member.attempt,
      model: member.model ?? null,
      repository: member.repository ?? null,
      repositories: repositoriesOf(body, member).map(({ url }) => repositoryName(url)),
    })),
  );
  const stored = await requireBatch(id, user);
  if (stored.batch.userId !== user.id) {
    const message = "id: another user's batch has this id";
    throw new OperationError({ status: 409, code: "batch_id_conflict", message, field: "id" });
  }
  note({ batchId: id, agents: members.length });
  return batchBody(stored, user.id);
});

function repositoriesOf({ launch: { repos = [] } }: CreateBatchBody, { repository }: PlannedMember) {
  return repository === undefined ? repos : repos.slice(repository, repository + 1);
}

/** Throws if a chosen variable isn't available to any agent, so that none is omitted unnoticed. */
async function checkSavedVariables(
  parts: VariableParts,
  user: User,
  body: CreateBatchBody,
  members: readonly PlannedMember[],
): Promise<void> {
  const { savedVariables, launch } = body;
  if (savedVariables.length === 0) return;
  const models = new Map(members.map(({ model }) => [model?.id, model]));
  const usable = new Set<string>();
  for (const model of models.values()) {
    const found = await readUsable(parts, user, { repos: launch.repos, env: launch.env, model });
    for (const { id } of found) usable.add(id);
  }
  const missing = savedVariables.findIndex((id) => !usable.has(id));
  if (missing < 0) return;
  const field = `savedVariables.${missing}`;
  const message = `${field}: variable ${savedVariables[missing]} isn't available for this launch`;
  throw new OperationError({ status: 400, code: "validation_error", message, field });
}
