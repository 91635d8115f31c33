"use client";

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";

const addPerson = () => import("@/lib/contract/dashboard/people/add-person").then((entry) => entry.addPerson);
const createSignInLink = () =>
  import("@/lib/contract/dashboard/people/create-sign-in-link").then((entry) => entry.createSignInLink);
const endPersonSessions = () =>
  import("@/lib/contract/dashboard/people/end-person-sessions").then((entry) => entry.endPersonSessions);
const listPeople = () => import("@/lib/contract/dashboard/people/list-people").then((entry) => entry.listPeople);
const updatePerson = () => import("@/lib/contract/dashboard/people/update-person").then((entry) => entry.updatePerson);

export const peopleQuery = queryOptions({
  queryKey: ["people"] as const,
  queryFn: ({ signal }) => callProxy(listPeople, { params: {}, signal }),
});

/** A mutation of users. Refetches the list afterward, even if it failed. */
function usePeopleChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
}

export const useAddPerson = () =>
  usePeopleChange((body: BodyInputOf<Awaited<ReturnType<typeof addPerson>>>) =>
    callProxy(addPerson, { params: {}, body }),
  );

export const useUpdatePerson = () =>
  usePeopleChange(({ id, ...body }: { id: string } & BodyInputOf<Awaited<ReturnType<typeof updatePerson>>>) =>
    callProxy(updatePerson, { params: { id }, body }),
  );

export const useCreateSignInLink = () =>
  usePeopleChange((id: string) => callProxy(createSignInLink, { params: { id } }));

export const useEndPersonSessions = () =>
  usePeopleChange((id: string) => callProxy(endPersonSessions, { params: { id } }));
