"use client";

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { modelsQuery } from "@/components/launch-options/launch-option-queries";
import { callProxy } from "@/lib/client/call";

const getAccount = () => import("@/lib/contract/admin/account/get-account").then((entry) => entry.getAccount);
const updateAccount = () => import("@/lib/contract/admin/account/update-account").then((entry) => entry.updateAccount);
const listUsers = () => import("@/lib/contract/admin/users/list-users").then((entry) => entry.listUsers);
const putUser = () => import("@/lib/contract/admin/users/put-user").then((entry) => entry.putUser);

/** The team of the dashboard's keys. */
const team = { teamId: "_" };

/** The default model of the team and of its active users. */
export const defaultModelsQuery = queryOptions({
  queryKey: ["models", "defaults"] as const,
  queryFn: async ({ signal }) => {
    const [{ defaultModel }, { users }] = await Promise.all([
      callProxy(getAccount, { params: team, signal }),
      callProxy(listUsers, { params: team, signal }),
    ]);
    return { team: defaultModel, users: users.filter(({ isActive }) => isActive) };
  },
});

/** Sets the default model of a user, or of the team if there is no `email`. */
export function useSetDefaultModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ email, model }: { email: string | undefined; model: string | null }) => {
      const body = { defaultModel: model };
      if (email === undefined) await callProxy(updateAccount, { params: team, body });
      else await callProxy(putUser, { params: { ...team, email }, body });
    },
    // Its key starts the key of the defaults, and the list marks the default.
    onSettled: () => client.invalidateQueries({ queryKey: modelsQuery(callProxy).queryKey }),
  });
}
