"use client";

import { queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { AgentProgram } from "@/lib/contract/admin/agent-programs/agent-program";
import type { BodyInputOf, ResponseOf } from "@/lib/contract/operation";

const answerAgentLogin = () =>
  import("@/lib/contract/admin/agent-programs/answer-agent-login").then((entry) => entry.answerAgentLogin);
const removeAgentLogin = () =>
  import("@/lib/contract/admin/agent-programs/remove-agent-login").then((entry) => entry.removeAgentLogin);
const startAgentLogin = () =>
  import("@/lib/contract/admin/agent-programs/start-agent-login").then((entry) => entry.startAgentLogin);
const addAgentProgram = () =>
  import("@/lib/contract/admin/agent-programs/add-agent-program").then((entry) => entry.addAgentProgram);
const installAgentUpdate = () =>
  import("@/lib/contract/admin/agent-programs/install-agent-update").then((entry) => entry.installAgentUpdate);
const listAgentPrograms = () =>
  import("@/lib/contract/admin/agent-programs/list-agent-programs").then((entry) => entry.listAgentPrograms);
const removeAgentProgram = () =>
  import("@/lib/contract/admin/agent-programs/remove-agent-program").then((entry) => entry.removeAgentProgram);
const testAgentProgram = () =>
  import("@/lib/contract/admin/agent-programs/test-agent-program").then((entry) => entry.testAgentProgram);
const updateAgentProgram = () =>
  import("@/lib/contract/admin/agent-programs/update-agent-program").then((entry) => entry.updateAgentProgram);

export type AgentPrograms = ResponseOf<Awaited<ReturnType<typeof listAgentPrograms>>>;
export type AgentPreset = AgentPrograms["presets"][number];

const busyMs = 1_000;

export const isBusy = ({ status }: Pick<AgentProgram, "status">) => status === "installing" || status === "testing";
export const isUpdating = ({ update }: Pick<AgentProgram, "update">) => update !== null && update.status !== "failed";
/** What is in progress: a label, such as "Testing Codex", or sentences. */
export const inProgress = (detail: string) => (detail.endsWith(".") ? detail : `${detail}…`);
const isChanging = (program: AgentProgram) =>
  isBusy(program) || isUpdating(program) || program.loginProgress?.status === "in_progress";

/** The agent programs and presets. Polls while one is installed, tested, updated or logged in. */
export function agentProgramsQuery() {
  return queryOptions({
    queryKey: ["agent-programs"] as const,
    queryFn: ({ signal }) => callProxy(listAgentPrograms, { params: {}, signal }),
    refetchInterval: (query) => (query.state.data?.items.some(isChanging) ? busyMs : false),
    retry: false,
  });
}

function useProgramChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useChange(change, ["agent-programs"], ["models"]);
}

type NewProgram = BodyInputOf<Awaited<ReturnType<typeof addAgentProgram>>>;
export type ProgramChanges = BodyInputOf<Awaited<ReturnType<typeof updateAgentProgram>>>;

export const useAddAgentProgram = () =>
  useProgramChange((body: NewProgram) => callProxy(addAgentProgram, { params: {}, body }));

export const useUpdateAgentProgram = (name: string) =>
  useProgramChange((body: ProgramChanges) => callProxy(updateAgentProgram, { params: { name }, body }));

export const useTestAgentProgram = (name: string) =>
  useProgramChange(() => callProxy(testAgentProgram, { params: { name } }));

export const useInstallAgentUpdate = (name: string) =>
  useProgramChange(() => callProxy(installAgentUpdate, { params: { name } }));

export const useRemoveAgentProgram = (name: string) =>
  useProgramChange(() => callProxy(removeAgentProgram, { params: { name } }));

export const useStartAgentLogin = (name: string) =>
  useProgramChange((body: { methodId: string }) => callProxy(startAgentLogin, { params: { name }, body }));

export const useAnswerAgentLogin = (name: string) =>
  useProgramChange((body: { text: string }) => callProxy(answerAgentLogin, { params: { name }, body }));

export const useRemoveAgentLogin = (name: string) =>
  useProgramChange(() => callProxy(removeAgentLogin, { params: { name } }));
