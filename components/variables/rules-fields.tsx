"use client";

import { useQuery } from "@tanstack/react-query";
import { modelsQuery, poolOptionsQuery, repositoriesQuery } from "@/components/launch-options/launch-option-queries";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import type { ComboboxOption } from "@/components/ui/open-combobox";
import { Options } from "@/components/ui/options";
import { SelectField, TextField } from "@/components/ui/text-field";
import { callProxy } from "@/lib/client/call";
import {
  type SavedVariable,
  variableKinds,
  variableScopes,
  variableUses,
} from "@/lib/contract/dashboard/saved-variable";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { counted } from "@/lib/model/plural";
import { kindLabels } from "./variable-labels";

/** How a variable is used. Limits are names separated by commas. */
export interface RulesDraft {
  kind: SavedVariable["kind"];
  apply: SavedVariable["apply"];
  models: string;
  pools: string;
}

export interface OwnerDraft {
  scope: SavedVariable["scope"];
  repository: string;
}

export const emptyRules: RulesDraft = { kind: "secret", apply: "automatic", models: "", pools: "" };

const names = (text: string) => text.split(/[\s,]+/).filter(Boolean);

export const rulesBody = ({ models, pools, ...rules }: RulesDraft) => ({
  ...rules,
  models: names(models),
  pools: names(pools),
});

export const ownerBody = ({ scope, repository }: OwnerDraft) => ({
  scope,
  ...(scope === "repository" ? { repository } : {}),
});

const applyLabels: Readonly<Record<SavedVariable["apply"], string>> = {
  automatic: "Automatically, at every matching launch",
  chosen: "When chosen at launch",
};

interface RulesFieldsProps {
  rules: RulesDraft;
  onChange: (changes: Partial<RulesDraft>) => void;
  errorOf: (field: string) => string | undefined;
}

/** The fields shared by all ways to save variables. */
export function RulesFields({ rules, onChange, errorOf }: RulesFieldsProps) {
  const models = useQuery(modelsQuery(callProxy));
  const pools = useQuery(poolOptionsQuery(callProxy));
  return (
    <>
      <SelectField
        label="Kind"
        value={rules.kind}
        error={errorOf("kind")}
        hint={
          rules.kind === "secret"
            ? "Can't be read after you save it, and is masked in transcripts."
            : "Can be read by everyone who can use it."
        }
        onValue={(value) => onChange({ kind: variableKinds.find((each) => each === value) ?? rules.kind })}
      >
        <Options values={variableKinds} label={(kind) => kindLabels[kind]} />
      </SelectField>
      <SelectField
        label="Add to launches"
        value={rules.apply}
        error={errorOf("apply")}
        onValue={(value) => onChange({ apply: variableUses.find((each) => each === value) ?? rules.apply })}
      >
        <Options values={variableUses} label={(each) => applyLabels[each]} />
      </SelectField>
      <LimitField
        label="Only these models"
        value={rules.models}
        known={(models.data?.items ?? []).map(({ id }) => id)}
        error={errorOf("models")}
        hint="Model IDs, separated by commas. If set, launches with the default model don't get the variable."
        onValue={(text) => onChange({ models: text })}
      />
      <LimitField
        label="Only these pools"
        value={rules.pools}
        known={[...new Set((pools.data?.pools ?? []).map(({ poolName }) => poolName))]}
        error={errorOf("pools")}
        hint="Pool names, separated by commas."
        onValue={(text) => onChange({ pools: text })}
      />
    </>
  );
}

interface LimitFieldProps {
  label: string;
  value: string;
  known: readonly string[];
  hint: string;
  error: string | undefined;
  onValue: (value: string) => void;
}

/** Names separated by commas, with the known ones that aren't in it yet as suggestions for the next. */
function LimitField({ label, value, known, hint, error, onValue }: LimitFieldProps) {
  const chosen = names(value);
  const list = `${label.replaceAll(" ", "-")}-names`;
  return (
    <>
      <TextField
        label={label}
        optional
        value={value}
        error={error}
        hint={chosen.length > 0 ? `${hint} ${counted(chosen.length, "name")}.` : hint}
        list={list}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onValue={onValue}
      />
      <datalist id={list}>
        {known
          .filter((name) => !chosen.includes(name))
          .map((name) => (
            <option key={name} value={[...(value.trim().endsWith(",") ? chosen : []), name].join(", ")} />
          ))}
      </datalist>
    </>
  );
}

const typedUrl = (text: string): ComboboxOption | undefined =>
  /^https?:\/\/\S+$/.test(text) ? { value: text, label: text, detail: "Use this URL" } : undefined;

const scopeLabels: Readonly<Record<SavedVariable["scope"], string>> = {
  team: "Team: launches of all users",
  repository: "Repository: launches of users who can push to it",
  user: "You: only your launches",
};

interface OwnerFieldsProps {
  owner: OwnerDraft;
  canChangeTeam: boolean;
  onChange: (changes: Partial<OwnerDraft>) => void;
  errorOf: (field: string) => string | undefined;
}

/** What new variables belong to. */
export function OwnerFields({ owner, canChangeTeam, onChange, errorOf }: OwnerFieldsProps) {
  const listed = useQuery({ ...repositoriesQuery(callProxy), enabled: owner.scope === "repository" });
  const scopes = variableScopes.filter((scope) => scope !== "team" || canChangeTeam);
  return (
    <>
      <SelectField
        label="Scope"
        value={owner.scope}
        error={errorOf("scope")}
        onValue={(value) => onChange({ scope: scopes.find((each) => each === value) ?? owner.scope })}
      >
        <Options values={scopes} label={(scope) => scopeLabels[scope]} />
      </SelectField>
      {owner.scope === "repository" ? (
        <Field label="Repository" error={errorOf("repository")}>
          {(control) => (
            <Combobox
              control={control}
              name="Repositories"
              value={owner.repository}
              options={(listed.data?.items ?? []).map(({ url }) => ({
                value: url,
                label: repositoryName(url),
                detail: url,
              }))}
              onChange={(repository) => onChange({ repository })}
              placeholder="Choose a repository"
              free={typedUrl}
              empty={listed.isPending ? "Loading…" : "No matching repositories. You can enter a full URL."}
            />
          )}
        </Field>
      ) : null}
    </>
  );
}
