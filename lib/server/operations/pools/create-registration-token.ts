import { createServiceAccountKey } from "@/lib/contract/admin/users/create-service-account-key";
import { createUserKey } from "@/lib/contract/admin/users/create-user-key";
import { listServiceAccounts } from "@/lib/contract/admin/users/list-service-accounts";
import { callPath } from "@/lib/contract/client-path";
import { createRegistrationToken } from "@/lib/contract/dashboard/pools/create-registration-token";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

const team = { teamId: "_" };

async function serviceAccountId(): Promise<string> {
  const { serviceAccounts } = await callWith(dashboardService(), listServiceAccounts, {
    path: callPath(listServiceAccounts, team),
  });
  const [account] = serviceAccounts;
  if (account) return account.id;
  const message = "The team has no service account. Create one, or add a worker for your own agents.";
  throw new OperationError({ status: 409, code: "service_account_required", message, field: "owner" });
}

export const createRegistrationTokenOperation = implementOperation(
  createRegistrationToken,
  async ({ body, user, note }) => {
    // Only the embedded service has the administration API.
    if (dashboardSettings().serviceUrl !== undefined) {
      const message = "This service doesn't issue registration tokens. Use a service account's API key.";
      throw new OperationError({ status: 501, code: "not_implemented", message });
    }
    const { pool, owner } = body;
    const key = { name: `Worker in ${pool}`.slice(0, 200), registration: { pool } };
    const created =
      owner === "user"
        ? await callWith(dashboardService(), createUserKey, {
            path: callPath(createUserKey, { ...team, email: user.email }),
            body: key,
          })
        : await callWith(dashboardService(), createServiceAccountKey, {
            path: callPath(createServiceAccountKey, { serviceAccountId: await serviceAccountId() }),
            body: key,
          });
    note({ keyId: created.id });
    if (created.registersUntil === undefined)
      throw new Error("the service returned a key without a limited registration");
    return { token: created.key, keyId: created.id, expiresAt: created.registersUntil };
  },
);
