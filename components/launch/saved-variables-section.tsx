"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { CallFailure } from "@/components/ui/call-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { kindLabels, ownerLabel } from "@/components/variables/variable-labels";
import type { LaunchVariable } from "@/lib/contract/dashboard/variables/list-launch-variables";
import { settingsPaths } from "@/lib/model/settings-paths";
import { addedVariables } from "@/lib/model/variables/resolve";
import { FormGroup, useLaunchForm } from "./launch-context";
import { launchVariablesQuery } from "./launch-variables-query";

/** The saved variables that the launch gets, and those to choose from. */
export function SavedVariablesSection() {
  const { fields, change } = useLaunchForm();
  const { data, error, refetch } = useQuery({ ...launchVariablesQuery(fields), placeholderData: keepPreviousData });
  if (error && !data) {
    return (
      <CallFailure error={error} onRetry={() => refetch()}>
        Couldn&apos;t load saved variables.
      </CallFailure>
    );
  }
  if (!data || data.variables.length === 0) return null;
  const { variables } = data;
  const typed = new Set(fields.variables.map(({ name }) => name.trim()));
  const added = addedVariables(variables, { chosen: new Set(fields.savedVariables), typed });
  const choose = (id: string, isChosen: boolean) => {
    const others = fields.savedVariables.filter((each) => each !== id);
    change({ savedVariables: isChosen ? [...others, id] : others });
  };
  return (
    <FormGroup
      title="Saved variables"
      aside={
        <Link href={settingsPaths.variables()} className="text-xs underline underline-offset-2">
          Manage variables
        </Link>
      }
      hint="Added on the server. Variables you enter below override saved ones with the same name."
    >
      <ul aria-label="Saved variables" className="grid gap-2 sm:grid-cols-2">
        {variables.map((variable) => {
          const { id, name, apply } = variable;
          const isAutomatic = apply === "automatic";
          const isChosen = fields.savedVariables.includes(id);
          return (
            <li key={id} className="min-w-0 [&_label]:break-all [&_label]:font-mono">
              <Checkbox
                label={name}
                hint={[
                  kindLabels[variable.kind],
                  ownerLabel(variable),
                  isAutomatic ? "Automatic" : "",
                  isAutomatic || isChosen ? overridden(variable, { added, typed }) : "",
                ]
                  .filter(Boolean)
                  .join(" · ")}
                checked={isAutomatic ? added.includes(variable) : isChosen}
                disabled={isAutomatic}
                onChange={(checked) => choose(id, checked)}
              />
            </li>
          );
        })}
      </ul>
    </FormGroup>
  );
}

/** Says why a variable of the same name is used instead. */
function overridden(
  variable: LaunchVariable,
  { added, typed }: { added: readonly LaunchVariable[]; typed: ReadonlySet<string> },
): string {
  if (typed.has(variable.name)) return "Overridden by your value";
  const winner = added.find(({ name }) => name === variable.name);
  return winner && winner !== variable ? `Overridden by ${ownerLabel(winner)}` : "";
}
