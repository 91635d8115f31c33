"use client";

import { queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";

const addUser = () => import("@/lib/contract/dashboard/users/add-user").then((entry) => entry.addUser);
const createSignInLink = () =>
  import("@/lib/contract/dashboard/users/create-sign-in-link").then((entry) => entry.createSignInLink);
const endUserSessions = () =>
  import("@/lib/contract/dashboard/users/end-user-sessions").then((entry) => entry.endUserSessions);
const listUsers = () => import("@/lib/contract/dashboard/users/list-users").then((entry) => entry.listUsers);
const updateUser = () => import("@/lib/contract/dashboard/users/update-user").then((entry) => entry.updateUser);

export const usersQuery = queryOptions({
  queryKey: ["users"] as const,
  queryFn: ({ signal }) => callProxy(listUsers, { params: {}, signal }),
});

/** A mutation of users. Refetches the list afterward, even if it failed. */
function useUsersChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useChange(change, usersQuery.queryKey);
}

export const useAddUser = () =>
  useUsersChange((body: BodyInputOf<Awaited<ReturnType<typeof addUser>>>) => callProxy(addUser, { params: {}, body }));

export const useUpdateUser = () =>
  useUsersChange(({ id, ...body }: { id: string } & BodyInputOf<Awaited<ReturnType<typeof updateUser>>>) =>
    callProxy(updateUser, { params: { id }, body }),
  );

export const useCreateSignInLink = () =>
  useUsersChange((id: string) => callProxy(createSignInLink, { params: { id } }));

export const useEndUserSessions = () => useUsersChange((id: string) => callProxy(endUserSessions, { params: { id } }));
