"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { paths } from "@/lib/paths";
import { agentKeys } from "@/lib/queries/agents";
import { callProxy } from "@/lib/queries/call";
import { CallError, isLostAnswer } from "@/lib/queries/call-error";
import { bodyOf, checkFields, errorOf, type FieldErrors, type LaunchFields, newAgentId } from "./launch-fields";

interface Launch {
  errors: FieldErrors;
  /** The answer to the last attempt never came: trying again is safe. */
  lost: boolean;
  requestId: string | undefined;
  pending: boolean;
  submit: (fields: LaunchFields) => FieldErrors;
}

/**
 * Launches an agent. Each attempt names the agent's id itself and keeps it while no answer has come, so a second try after
 * a lost answer never makes a second agent: it meets the first one and goes there.
 */
export function useLaunch(onLaunched: () => void, onRefused: (errors: FieldErrors) => void): Launch {
  const router = useRouter();
  const client = useQueryClient();
  const attempt = useRef<{ id: string; lost: boolean } | undefined>(undefined);
  const [state, setState] = useState<{ errors: FieldErrors; lost: boolean; requestId?: string | undefined }>({
    errors: {},
    lost: false,
  });

  const arrive = (id: string) => {
    attempt.current = undefined;
    onLaunched();
    client.invalidateQueries({ queryKey: agentKeys.lists });
    router.push(paths.agent(id));
  };

  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ fields, id }: { fields: LaunchFields; id: string }) =>
      callProxy(createAgent, { params: {}, body: bodyOf(fields, id) }),
    onSuccess: ({ agent }) => arrive(agent.id),
    onError: (error, { id }) => {
      const tried = attempt.current;
      if (error instanceof CallError && error.code === "agent_id_conflict" && tried?.lost) {
        arrive(id);
        return;
      }
      const lost = isLostAnswer(error);
      attempt.current = lost ? { id, lost } : undefined;
      const refusal = error instanceof CallError ? error : undefined;
      const errors = lost ? { form: error.message } : errorOf(refusal?.field, error.message);
      setState({ errors, lost, requestId: refusal?.requestId });
      onRefused(errors);
    },
  });

  return {
    ...state,
    requestId: state.requestId,
    pending: isPending || isSuccess,
    submit(fields) {
      const id = attempt.current?.id ?? newAgentId();
      const errors = checkFields(fields, id);
      setState({ errors, lost: false });
      if (Object.keys(errors).length > 0) return errors;
      attempt.current ??= { id, lost: false };
      mutate({ fields, id });
      return errors;
    },
  };
}
