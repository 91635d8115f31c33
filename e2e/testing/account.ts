import { expect } from "@playwright/test";
import type { AccountSwitches } from "../../lib/contract/admin/account";
import type { App } from "./app";

/** Changes what the team's account may do, as an admin of the service does: the service's own way to refuse. */
export async function updateAccount(app: App, switches: Partial<AccountSwitches>): Promise<void> {
  const answer = await fetch(`${app.serviceUrl}/admin/v1/teams/1/account`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${app.keys.admin}`, "content-type": "application/json" },
    body: JSON.stringify(switches),
  });
  expect(answer.status).toBe(200);
}
