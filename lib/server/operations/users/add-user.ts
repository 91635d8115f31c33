import { addUser } from "@/lib/contract/dashboard/users/add-user";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { addUser as addRow } from "@/lib/server/db/users";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { userBody } from "./user-body";

export const addUserOperation = implementOperation(addUser, async ({ body }) => {
  const id = systemIds.uuid();
  const row = await addRow(await dashboardStore(), {
    id,
    email: body.email,
    displayName: body.displayName ?? body.email,
    role: body.role,
    createdAt: new Date(systemClock.now()),
  });
  if (row.id === id) return userBody(row);
  throw new OperationError({
    status: 409,
    code: "user_exists",
    message: `${row.email} already exists.`,
    field: "email",
  });
});
