import { listPeople } from "@/lib/contract/dashboard/list-people";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { everyone } from "@/lib/server/db/people";
import { answerWith } from "@/lib/server/gateway/own-operation";
import { personBody } from "./person-body";

export const listPeopleOperation = answerWith(listPeople, async () => ({
  people: (await everyone(await dashboardStore())).map(personBody),
}));
