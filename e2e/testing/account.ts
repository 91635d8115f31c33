import { expect } from "@playwright/test";
import type { AccountSwitches } from "../../lib/contract/admin/account";
import type { App } from "./app";

/** Updates the team's account through the admin API, for example to make the service reject calls. */
export async function updateAccount(app: App, switches: Partial<AccountSwitches>): Promise<void> {
  const response = await fetch(`${app.serviceUrl}/admin/v1/teams/1/account`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${app.keys.admin}`, "content-type": "application/json" },
    body: JSON.stringify(switches),
  });
  expect(response.status).toBe(200);
}
