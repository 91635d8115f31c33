"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { agentProgramsQuery, isBusy } from "@/components/agent-programs/agent-program-queries";
import type { ComboboxOption } from "@/components/ui/open-combobox";
import type { AgentProgram } from "@/lib/contract/admin/agent-programs/agent-program";
import { settingsPaths } from "@/lib/model/settings-paths";

/** What keeps a program from being launched. */
function problemOf({ enabled, status }: AgentProgram): string {
  if (!enabled) return "is disabled";
  if (status === "needs_key") return "needs a key";
  if (status === "needs_login") return "needs a login";
  return status === "failed" ? "failed its test" : "is being set up";
}

/** Programs the service rejects at the moment. Only admins can list them; others aren't offered them. */
export function useUnreadyPrograms(canSetUp: boolean): AgentProgram[] {
  const { data } = useQuery({ ...agentProgramsQuery(), enabled: canSetUp });
  const isReady = (program: AgentProgram) =>
    program.enabled && (program.status === "ready" || (isBusy(program) && program.offer !== null));
  return data?.items.filter((program) => !program.overridden && !isReady(program)) ?? [];
}

export const programOption = (program: AgentProgram): ComboboxOption => ({
  value: program.name,
  label: program.displayName,
  detail: `${program.name} · ${problemOf(program)}`,
});

/** Explains why the selected program can't be launched, with a link to where an admin can change that. */
export function ProgramSetup({ program }: { program: AgentProgram }) {
  return (
    <p role="alert" data-problem className="text-sm text-warning">
      {program.displayName} {problemOf(program)}.{" "}
      <Link href={settingsPaths.agents()} className="underline underline-offset-2">
        Set it up in Settings
      </Link>
    </p>
  );
}
