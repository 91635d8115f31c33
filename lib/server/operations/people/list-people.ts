import { listPeople } from "@/lib/contract/dashboard/people/list-people";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { everyone } from "@/lib/server/db/people";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { personBody } from "./person-body";

export const listPeopleOperation = implementOperation(listPeople, async () => ({
  people: (await everyone(await dashboardStore())).map(personBody),
}));
