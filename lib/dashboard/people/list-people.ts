import { listPeople } from "@/lib/contract/dashboard/list-people";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { everyone } from "@/lib/store/people";
import { answerWith } from "@/lib/upstream/own-operation";
import { personBody } from "./person-body";

export const listPeopleOperation = answerWith(listPeople, async () => ({
  people: (await everyone(await dashboardStore())).map(personBody),
}));
