"use client";

import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Options } from "@/components/ui/options";
import { SelectField, TextAreaField, TextField } from "@/components/ui/text-field";
import type { AnswerValue, QuestionField } from "@/lib/contract/agents/question";

interface QuestionInputProps<Field = QuestionField> {
  field: Field;
  value: AnswerValue | undefined;
  error: string | undefined;
  onValue: (value: AnswerValue | undefined) => void;
}

type Typed<Type> = Extract<QuestionField, { type: Type }>;

/** Above this, choices are shown in a select. */
const maxRadios = 8;

const textOf = (value: AnswerValue | undefined) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** The control of a question's field. */
export function QuestionInput({ field, ...rest }: QuestionInputProps) {
  switch (field.type) {
    case "text":
      return <TextInput field={field} {...rest} />;
    case "number":
      return <NumberInput field={field} {...rest} />;
    case "boolean":
      return (
        <Checkbox
          label={field.label}
          hint={field.description}
          checked={rest.value === true}
          onChange={(checked) => rest.onValue(checked)}
        />
      );
    case "choice":
      return field.choices.length > maxRadios ? (
        <ChoiceSelect field={field} {...rest} />
      ) : (
        <Choices field={field} {...rest} />
      );
    case "choices":
      return <Choices field={field} {...rest} />;
  }
}

const shared = ({ field, error }: Pick<QuestionInputProps, "field" | "error">) => ({
  label: field.label,
  hint: field.description,
  error,
  optional: !field.required,
});

function TextInput({ field, value, error, onValue }: QuestionInputProps<Typed<"text">>) {
  const types = { email: "email", uri: "url", date: "date", "date-time": "text" } as const;
  const props = { ...shared({ field, error }), value: textOf(value), onValue, maxLength: field.maxLength ?? 10_000 };
  if (field.format === undefined) return <TextAreaField {...props} rows={2} className="max-h-60 min-h-9" />;
  return <TextField {...props} type={types[field.format]} />;
}

function NumberInput({ field, value, error, onValue }: QuestionInputProps<Typed<"number">>) {
  const { minimum, maximum, integer } = field;
  return (
    <TextField
      {...shared({ field, error })}
      type="number"
      min={minimum}
      max={maximum}
      step={integer ? 1 : "any"}
      value={textOf(value)}
      onValue={(text) => onValue(text === "" ? undefined : Number(text))}
    />
  );
}

function ChoiceSelect({ field, value, error, onValue }: QuestionInputProps<Typed<"choice">>) {
  return (
    <SelectField {...shared({ field, error })} value={textOf(value)} onValue={onValue}>
      <option value="">Choose…</option>
      <Options values={field.choices} />
    </SelectField>
  );
}

/** Radio buttons, or checkboxes for several choices. */
function Choices({ field, value, error, onValue }: QuestionInputProps<Typed<"choice"> | Typed<"choices">>) {
  const id = useId();
  const several = field.type === "choices";
  const chosen = Array.isArray(value) ? value : typeof value === "string" ? [value] : [];
  const choose = (choice: string, checked: boolean) => {
    if (!several) return onValue(choice);
    onValue(checked ? [...chosen, choice] : chosen.filter((each) => each !== choice));
  };
  return (
    <fieldset
      aria-describedby={
        [error && `${id}-error`, field.description && `${id}-hint`].filter(Boolean).join(" ") || undefined
      }
      className="space-y-1.5"
    >
      <legend className="font-medium text-sm">
        {field.label}
        {field.required ? null : <span className="ml-1.5 font-normal text-muted-foreground text-xs">optional</span>}
      </legend>
      {field.description ? (
        <p id={`${id}-hint`} className="text-muted-foreground text-xs">
          {field.description}
        </p>
      ) : null}
      {field.choices.map((choice, index) => (
        <div key={choice.value} className="flex items-start gap-2">
          <input
            id={`${id}-${index}`}
            type={several ? "checkbox" : "radio"}
            name={id}
            checked={chosen.includes(choice.value)}
            onChange={({ target }) => choose(choice.value, target.checked)}
            aria-describedby={choice.description ? `${id}-${index}-hint` : undefined}
            className="mt-0.5 size-4 shrink-0 accent-primary"
          />
          <div className="min-w-0">
            <label htmlFor={`${id}-${index}`} className="break-words text-sm">
              {choice.label}
            </label>
            {choice.description ? (
              <p id={`${id}-${index}-hint`} className="break-words text-muted-foreground text-xs">
                {choice.description}
              </p>
            ) : null}
          </div>
        </div>
      ))}
      {error ? (
        <p id={`${id}-error`} className="text-danger text-xs first-letter:uppercase">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
