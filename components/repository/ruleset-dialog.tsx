"use client";

import { useState } from "react";
import { useDeleteRuleset, useSaveRuleset } from "@/components/repositories/ruleset-queries";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { Options } from "@/components/ui/options";
import { SelectField, TextAreaField, TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { splitFieldError } from "@/lib/client/field-error";
import { enforcements, type Ruleset } from "@/lib/contract/hosting/rulesets/ruleset";
import { rulesetKinds } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { kindLabel } from "./rule-labels";
import { type RulesetFields, readRules, rulesetFields } from "./ruleset-fields";

interface RulesetDialogProps {
  name: RepositoryName;
  ruleset: Ruleset | undefined;
  onClose: () => void;
}

const fields = ["name", "includedRefNames", "excludedRefNames", "rules", "bypassActors"];
const enforcementLabels = { active: "Active", evaluate: "Evaluate (report only)", disabled: "Disabled" };

/** The form of a ruleset. Rules and the bypass list are edited as the API's JSON. */
export default function RulesetDialog({ name, ruleset, onClose }: RulesetDialogProps) {
  const [values, setValues] = useState<RulesetFields>(() => rulesetFields(ruleset));
  const save = useSaveRuleset(name, ruleset?.id);
  const remove = useDeleteRuleset(name);
  const [confirming, setConfirming] = useState(false);
  const read = readRules(values);
  const { errorOf, failure } = splitFieldError(save.error, fields);
  const done = (message: string) => {
    toast.success(message);
    onClose();
  };
  const submit = () => {
    if ("problem" in read) return;
    save.mutate(read.body, { onSuccess: () => done(`Ruleset ${values.name} saved.`) });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={ruleset ? `Edit ${ruleset.name}` : "New ruleset"}
      action="Save ruleset"
      pendingLabel="Saving…"
      ready={!("problem" in read) && values.name.trim() !== ""}
      pending={save.isPending}
      onSubmit={submit}
      failure={failure ?? remove.error}
      errorTitle="Couldn't save the ruleset."
      buttons={
        ruleset ? (
          <Button
            variant="danger"
            disabled={remove.isPending}
            onClick={() =>
              confirming
                ? remove.mutate(ruleset.id, { onSuccess: () => done(`Ruleset ${ruleset.name} deleted.`) })
                : setConfirming(true)
            }
          >
            {confirming ? "Confirm deletion" : "Delete ruleset"}
          </Button>
        ) : null
      }
    >
      <RulesetForm
        values={values}
        onChange={(changes) => setValues({ ...values, ...changes })}
        errorOf={errorOf}
        problemAt={(at) => ("problem" in read && read.at === at ? read.problem : undefined)}
      />
    </FormDialog>
  );
}

interface RulesetFormProps {
  values: RulesetFields;
  onChange: (changes: Partial<RulesetFields>) => void;
  /** The service's error for a field. */
  errorOf: (field: string) => string | undefined;
  /** The JSON error of a field. */
  problemAt: (field: "rules" | "bypass") => string | undefined;
}

function RulesetForm({ values, onChange, errorOf, problemAt }: RulesetFormProps) {
  return (
    <>
      <TextField
        label="Name"
        error={errorOf("name")}
        maxLength={255}
        value={values.name}
        onValue={(name) => onChange({ name })}
      />
      <TextField
        label="Description"
        optional
        value={values.description}
        onValue={(description) => onChange({ description })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Enforcement"
          value={values.enforcement}
          onValue={(value) => onChange({ enforcement: enforcements.find((each) => each === value) ?? "disabled" })}
        >
          <Options values={enforcements} label={(each) => enforcementLabels[each]} />
        </SelectField>
        <SelectField
          label="Applies to"
          value={values.kind}
          onValue={(value) => onChange({ kind: rulesetKinds.find((each) => each === value) ?? "merge_branch" })}
        >
          <Options values={rulesetKinds} label={kindLabel} />
        </SelectField>
      </div>
      <TextAreaField
        label="Refs"
        hint="One pattern per line: main, release/*, ~DEFAULT_BRANCH, ~ALL."
        error={errorOf("includedRefNames")}
        rows={2}
        value={values.included}
        onValue={(included) => onChange({ included })}
      />
      <TextAreaField
        label="Exclude"
        optional
        error={errorOf("excludedRefNames")}
        rows={1}
        value={values.excluded}
        onValue={(excluded) => onChange({ excluded })}
      />
      <TextAreaField
        label="Rules"
        hint='JSON, for example [{"ruleType":"pull_request","parameters":{"requiredApprovingReviewCount":1}}]'
        error={errorOf("rules") ?? problemAt("rules")}
        rows={6}
        spellCheck={false}
        className="font-mono text-xs"
        value={values.rules}
        onValue={(rules) => onChange({ rules })}
      />
      <TextAreaField
        label="Bypass list"
        optional
        hint='JSON, for example [{"bypassMode":"always","repohostRole":{"role":"namespace_admin"}}]'
        error={errorOf("bypassActors") ?? problemAt("bypass")}
        rows={2}
        spellCheck={false}
        className="font-mono text-xs"
        value={values.bypass}
        onValue={(bypass) => onChange({ bypass })}
      />
    </>
  );
}
