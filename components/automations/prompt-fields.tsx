"use client";

import { useRef } from "react";
import { FormGroup } from "@/components/launch/launch-context";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/text-field";
import { renderSample, templateProblem } from "@/lib/model/automations/template";
import { variablesOf } from "@/lib/model/automations/variables";
import { type AutomationValues, triggerOf } from "./automation-form-values";

interface PromptFieldsProps {
  values: AutomationValues;
  set: (changes: Partial<AutomationValues>) => void;
  problem: string | undefined;
}

/** The prompt with its variables, and what it looks like with sample values. */
export function PromptFields({ values, set, problem }: PromptFieldsProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { launch } = values;
  const trigger = triggerOf(values);
  const setPrompt = (prompt: string) => set({ launch: { ...launch, prompt } });
  const insert = (name: string) => {
    const { selectionStart: start = launch.prompt.length, selectionEnd: end = start } = area.current ?? {};
    const text = `{{${name}}}`;
    setPrompt(launch.prompt.slice(0, start) + text + launch.prompt.slice(end));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start + text.length, start + text.length);
    });
  };
  const isValid = launch.prompt.trim() !== "" && templateProblem(launch.prompt, trigger) === undefined;
  return (
    <FormGroup title="Prompt">
      <TextAreaField
        ref={area}
        label="Template"
        rows={6}
        className="font-mono"
        placeholder="What should the agent do?"
        value={launch.prompt}
        onValue={setPrompt}
        error={problem}
        hint={
          values.kind === "webhook"
            ? "{{event.body.x.y}} inserts any value from the payload. Text from other users is inserted as data, up to 8,000 characters."
            : "Text from other users is inserted as data, up to 8,000 characters."
        }
      />
      <div className="flex flex-wrap gap-1.5">
        {variablesOf(trigger).map(({ name }) => (
          <Button key={name} size="small" className="font-mono" onClick={() => insert(name)}>
            {name}
          </Button>
        ))}
      </div>
      {isValid ? (
        <details className="rounded-md border bg-card">
          <summary className="cursor-pointer px-3 py-2 text-sm">Preview with sample values</summary>
          <pre className="max-h-80 overflow-auto whitespace-pre-wrap border-t px-3 py-2 font-mono text-xs [overflow-wrap:anywhere]">
            {renderSample(launch.prompt, trigger)}
          </pre>
        </details>
      ) : null}
    </FormGroup>
  );
}
