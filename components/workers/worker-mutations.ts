"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf, QueryInputOf } from "@/lib/contract/operation";

const claimPendingRequest = () =>
  import("@/lib/contract/pools/claim-pending-request").then((entry) => entry.claimPendingRequest);
const createSessionToken = () =>
  import("@/lib/contract/pools/create-session-token").then((entry) => entry.createSessionToken);
const createRegistrationToken = () =>
  import("@/lib/contract/dashboard/pools/create-registration-token").then((entry) => entry.createRegistrationToken);
const createSubToken = () => import("@/lib/contract/agents/create-sub-token").then((entry) => entry.createSubToken);
const deregisterPool = () => import("@/lib/contract/pools/deregister-pool").then((entry) => entry.deregisterPool);
const registerPool = () => import("@/lib/contract/pools/register-pool").then((entry) => entry.registerPool);
const releaseClaim = () => import("@/lib/contract/pools/release-claim").then((entry) => entry.releaseClaim);

type BodyFor<Load extends () => Promise<unknown>> = BodyInputOf<Awaited<ReturnType<Load>>>;

/** A mutation of pools or claims. Refetches pools and workers afterward, even if it failed. */
function usePoolChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      // Not awaited: the calling component may unmount when the lists arrive and needs the result first.
      void client.invalidateQueries({ queryKey: ["pools"] });
    },
    // Responses may contain secrets, so they are dropped as soon as no component uses them.
    gcTime: 0,
  });
}

export const useRegisterPool = () =>
  usePoolChange((body: BodyFor<typeof registerPool>) => callProxy(registerPool, { params: {}, body }));

export const useDeregisterPool = () =>
  usePoolChange((query: QueryInputOf<Awaited<ReturnType<typeof deregisterPool>>>) =>
    callProxy(deregisterPool, { params: {}, query }),
  );

export const useClaim = () =>
  usePoolChange((body: BodyFor<typeof claimPendingRequest>) => callProxy(claimPendingRequest, { params: {}, body }));

export const useMintSessionToken = () =>
  usePoolChange((body: BodyFor<typeof createSessionToken>) => callProxy(createSessionToken, { params: {}, body }));

export const useReleaseClaim = () => usePoolChange((id: string) => callProxy(releaseClaim, { params: { id } }));

export const useCreateWorkerToken = () =>
  usePoolChange((body: BodyFor<typeof createSubToken>) => callProxy(createSubToken, { params: {}, body }));

export const useCreateRegistrationToken = () =>
  usePoolChange((body: BodyFor<typeof createRegistrationToken>) =>
    callProxy(createRegistrationToken, { params: {}, body }),
  );
