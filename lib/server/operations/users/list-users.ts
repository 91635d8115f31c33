import { listUsers } from "@/lib/contract/dashboard/users/list-users";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { everyone } from "@/lib/server/db/users";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { userBody } from "./user-body";

export const listUsersOperation = implementOperation(listUsers, async () => ({
  users: (await everyone(await dashboardStore())).map(userBody),
}));
