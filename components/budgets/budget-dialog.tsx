"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { automationsQuery } from "@/components/automation-list/automations-query";
import { repositoriesQuery } from "@/components/launch-options/launch-option-queries";
import { usersQuery } from "@/components/settings/users-queries";
import { FormDialog } from "@/components/ui/form-dialog";
import { Options } from "@/components/ui/options";
import { SelectField, TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import { splitFieldError } from "@/lib/client/field-error";
import { BudgetBody, type BudgetStatus } from "@/lib/contract/dashboard/budgets/budget";
import { budgetActions, budgetPeriods, budgetScopes } from "@/lib/contract/dashboard/budgets/budget-values";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { actionLabels, periodLabels, scopeLabels } from "./budget-labels";
import { type BudgetInput, useSaveBudget } from "./budget-queries";

interface BudgetDialogProps {
  /** The budget to change; `undefined` for a new one. */
  budget: BudgetStatus | undefined;
  /** The price table's currency; `undefined` if no prices are set. */
  currency: string | undefined;
  onClose: () => void;
}

interface Values extends Omit<BudgetInput, "scope" | "warnAt"> {
  kind: BudgetInput["scope"]["kind"];
  userId: string;
  repository: string;
  automationId: string;
  agentId: string;
  warnAt: string;
}

function valuesOf(budget: BudgetStatus | undefined): Values {
  const blank = { userId: "", repository: "", automationId: "", agentId: "" };
  if (!budget)
    return { ...blank, kind: "team", unit: "tokens", limit: "", period: "month", warnAt: "80", action: "stop" };
  const { scope, unit, limit, period, warnAt, action } = budget;
  return { ...blank, ...scope, unit, limit, period, warnAt: String(warnAt), action };
}

function inputOf({ kind, userId, repository, automationId, agentId, warnAt, period, ...rest }: Values): BudgetInput {
  const scopes = {
    team: { kind: "team" },
    user: { kind: "user", userId },
    repository: { kind: "repository", repository },
    automation: { kind: "automation", automationId },
    agent: { kind: "agent", agentId: agentId.trim() },
  } as const;
  return { ...rest, scope: scopes[kind], warnAt: Number(warnAt), period: kind === "agent" ? "agent" : period };
}

const fields = [
  "limit",
  "warnAt",
  "unit",
  "scope.userId",
  "scope.repository",
  "scope.automationId",
  "scope.agentId",
] as const;

const optionOf = <Value extends string>(options: readonly Value[], text: string) =>
  options.find((option) => option === text);

/** Adds or edits a budget. */
export default function BudgetDialog({ budget, currency, onClose }: BudgetDialogProps) {
  const [values, setValues] = useState(valuesOf(budget));
  const [submitted, setSubmitted] = useState(false);
  const { mutate, isPending, error } = useSaveBudget(budget?.id);
  const { errorOf, failure } = splitFieldError(error, fields);
  const set = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  const input = inputOf(values);
  const parsed = BudgetBody.safeParse(input);
  const problems = new Map(
    (submitted ? (parsed.error?.issues ?? []) : []).map(({ path, message }) => [path.join("."), message]),
  );
  const errorAt = (field: (typeof fields)[number]) => problems.get(field) ?? errorOf(field);
  const submit = () => {
    setSubmitted(true);
    if (!parsed.success) return;
    mutate(input, {
      onSuccess: () => {
        toast.success(budget ? "Budget saved." : "Budget added.");
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={budget ? "Edit budget" : "Add budget"}
      description="Days and months are in UTC. Usage in the current period counts, including runs started outside this dashboard."
      onClose={onClose}
      action={budget ? "Save budget" : "Add budget"}
      pendingLabel="Saving…"
      ready
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      errorTitle="Couldn't save the budget."
    >
      <SelectField
        label="Applies to"
        value={values.kind}
        onValue={(kind) => set({ kind: optionOf(budgetScopes, kind) ?? values.kind })}
      >
        <Options values={budgetScopes} label={(kind) => scopeLabels[kind]} />
      </SelectField>
      <ScopeField values={values} set={set} errorAt={errorAt} />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Limit"
          inputMode="decimal"
          value={values.limit}
          onValue={(limit) => set({ limit })}
          error={errorAt("limit")}
        />
        <SelectField
          label="Unit"
          value={values.unit}
          onValue={(unit) => set({ unit: unit === "money" ? "money" : "tokens" })}
          hint={currency === undefined ? "Set prices on the usage page to limit costs." : undefined}
          error={errorAt("unit")}
        >
          <option value="tokens">Tokens</option>
          {currency !== undefined || values.unit === "money" ? (
            <option value="money">{currency ?? budget?.currency}</option>
          ) : null}
        </SelectField>
      </div>
      {values.kind === "agent" ? null : (
        <SelectField
          label="Period"
          value={values.period}
          onValue={(period) => set({ period: optionOf(budgetPeriods, period) ?? values.period })}
          hint={values.period === "agent" ? "Limits each agent separately, over all of its runs." : undefined}
        >
          <Options values={budgetPeriods} label={(period) => periodLabels[period]} />
        </SelectField>
      )}
      <TextField
        label="Warn at (% of the limit)"
        inputMode="numeric"
        value={values.warnAt}
        onValue={(warnAt) => set({ warnAt })}
        error={errorAt("warnAt")}
      />
      <SelectField
        label="At the limit"
        value={values.action}
        onValue={(action) => set({ action: optionOf(budgetActions, action) ?? values.action })}
      >
        <Options values={budgetActions} label={(action) => actionLabels[action]} />
      </SelectField>
    </FormDialog>
  );
}

interface ScopeFieldProps {
  values: Values;
  set: (changes: Partial<Values>) => void;
  errorAt: (field: (typeof fields)[number]) => string | undefined;
}

/** Chooses the user, repository, automation or agent. */
function ScopeField({ values, set, errorAt }: ScopeFieldProps) {
  const list = useId();
  const users = useQuery({ ...usersQuery, enabled: values.kind === "user" });
  const automations = useQuery({ ...automationsQuery, enabled: values.kind === "automation" });
  const repositories = useQuery({ ...repositoriesQuery(callProxy), enabled: values.kind === "repository" });
  switch (values.kind) {
    case "team":
      return null;
    case "user":
      return (
        <SelectField
          label="User"
          hint="Includes all runs of agents the user launched, even follow-ups sent by others."
          value={values.userId}
          onValue={(userId) => set({ userId })}
          error={errorAt("scope.userId") && "Select a user."}
        >
          <option value="">Select a user</option>
          {(users.data?.users ?? []).map(({ id, displayName, email }) => (
            <option key={id} value={id}>
              {displayName} ({email})
            </option>
          ))}
        </SelectField>
      );
    case "repository":
      return (
        <>
          <TextField
            label="Repository"
            list={list}
            placeholder="owner/name"
            autoCapitalize="none"
            spellCheck={false}
            value={values.repository}
            onValue={(repository) => set({ repository })}
            error={errorAt("scope.repository")}
          />
          <datalist id={list}>
            {(repositories.data?.items ?? []).map(({ url }) => (
              <option key={url} value={repositoryName(url)} />
            ))}
          </datalist>
        </>
      );
    case "automation":
      return (
        <SelectField
          label="Automation"
          value={values.automationId}
          onValue={(automationId) => set({ automationId })}
          error={errorAt("scope.automationId") && "Select an automation."}
        >
          <option value="">Select an automation</option>
          {(automations.data?.items ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      );
    case "agent":
      return (
        <TextField
          label="Agent ID"
          hint="The part of the agent's URL that starts with bc-."
          autoCapitalize="none"
          spellCheck={false}
          value={values.agentId}
          onValue={(agentId) => set({ agentId })}
          error={errorAt("scope.agentId")}
        />
      );
  }
}
