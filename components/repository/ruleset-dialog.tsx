"use client";

import { type FormEvent, useId, useState } from "react";
import { useDeleteRuleset, useSaveRuleset } from "@/components/repositories/ruleset-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { refusalAt } from "@/lib/client/refusal-at";
import { enforcements, type Ruleset } from "@/lib/contract/hosting/ruleset";
import { rulesetKinds } from "@/lib/contract/hosting/ruleset-rules";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { kindWords } from "./rule-labels";
import { type RulesetFields, readRules, rulesetFields } from "./ruleset-fields";

interface RulesetDialogProps {
  name: RepositoryName;
  ruleset: Ruleset | undefined;
  onClose: () => void;
}

const fields = ["name", "includedRefNames", "excludedRefNames", "rules", "bypassActors"];
const enforcementWords = { active: "Active", evaluate: "On trial: said, but blocks nothing", disabled: "Off" };

/** A ruleset as a form; its rules and who may pass are the API's own JSON. */
export default function RulesetDialog({ name, ruleset, onClose }: RulesetDialogProps) {
  const form = useId();
  const [given, setGiven] = useState<RulesetFields>(() => rulesetFields(ruleset));
  const save = useSaveRuleset(name, ruleset?.id);
  const remove = useDeleteRuleset(name);
  const [sure, setSure] = useState(false);
  const read = readRules(given);
  const { errorOf, failure } = refusalAt(save.error, fields);
  const problem = failure ?? remove.error;
  const change = (changes: Partial<RulesetFields>) => setGiven({ ...given, ...changes });
  const done = (said: string) => {
    toast.success(said);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ("problem" in read || save.isPending || given.name.trim() === "") return;
    save.mutate(read.body, { onSuccess: () => done(`The ruleset ${given.name} is stored.`) });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={ruleset ? `Ruleset ${ruleset.name}` : "New ruleset"}
      footer={
        <>
          {ruleset ? (
            <Button
              variant="danger"
              disabled={remove.isPending}
              onClick={() =>
                sure
                  ? remove.mutate(ruleset.id, { onSuccess: () => done(`The ruleset ${ruleset.name} is deleted.`) })
                  : setSure(true)
              }
            >
              {sure ? "Really delete it" : "Delete"}
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={"problem" in read || given.name.trim() === "" || save.isPending}
          >
            {save.isPending ? "Saving…" : "Save"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        {problem ? <CallFailure error={problem}>Nothing was changed.</CallFailure> : null}
        <Field label="Name" error={errorOf("name")}>
          {(control) => (
            <Input
              {...control}
              value={given.name}
              maxLength={255}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <Field label="Description" optional>
          {(control) => (
            <Input
              {...control}
              value={given.description}
              onChange={({ target }) => change({ description: target.value })}
            />
          )}
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Enforcement">
            {(control) => (
              <Select
                {...control}
                value={given.enforcement}
                onChange={({ target }) =>
                  change({ enforcement: enforcements.find((each) => each === target.value) ?? "disabled" })
                }
              >
                {enforcements.map((each) => (
                  <option key={each} value={each}>
                    {enforcementWords[each]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Over">
            {(control) => (
              <Select
                {...control}
                value={given.kind}
                onChange={({ target }) =>
                  change({ kind: rulesetKinds.find((each) => each === target.value) ?? "merge_branch" })
                }
              >
                {rulesetKinds.map((each) => (
                  <option key={each} value={each}>
                    {kindWords(each)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Field
          label="References"
          hint="One pattern a line: main, release/*, ~DEFAULT_BRANCH, ~ALL."
          error={errorOf("includedRefNames")}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              value={given.included}
              onChange={({ target }) => change({ included: target.value })}
            />
          )}
        </Field>
        <Field label="But not" optional error={errorOf("excludedRefNames")}>
          {(control) => (
            <Textarea
              {...control}
              rows={1}
              value={given.excluded}
              onChange={({ target }) => change({ excluded: target.value })}
            />
          )}
        </Field>
        <Field
          label="Rules"
          hint='JSON, such as [{"ruleType":"pull_request","parameters":{"requiredApprovingReviewCount":1}}]'
          error={errorOf("rules") ?? ("problem" in read && read.at === "rules" ? read.problem : undefined)}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              spellCheck={false}
              className="font-mono text-xs"
              value={given.rules}
              onChange={({ target }) => change({ rules: target.value })}
            />
          )}
        </Field>
        <Field
          label="Who may pass"
          optional
          hint='JSON, such as [{"bypassMode":"always","repohostRole":{"role":"namespace_admin"}}]'
          error={errorOf("bypassActors") ?? ("problem" in read && read.at === "bypass" ? read.problem : undefined)}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              spellCheck={false}
              className="font-mono text-xs"
              value={given.bypass}
              onChange={({ target }) => change({ bypass: target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
