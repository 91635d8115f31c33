import { addPerson } from "@/lib/contract/dashboard/people/add-person";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { addPerson as addRow } from "@/lib/server/db/people";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { personBody } from "./person-body";

export const addPersonOperation = implementOperation(addPerson, async ({ body }) => {
  const id = systemIds.uuid();
  const row = await addRow(await dashboardStore(), {
    id,
    email: body.email,
    displayName: body.displayName ?? body.email,
    role: body.role,
    createdAt: new Date(systemClock.now()),
  });
  if (row.id === id) return personBody(row);
  throw new OperationError({
    status: 409,
    code: "person_exists",
    message: `${row.email} already exists.`,
    field: "email",
  });
});
