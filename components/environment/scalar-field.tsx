"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { type ControlProps, Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { Path } from "@/lib/model/environment/diagnostic";
import type { Shape } from "@/lib/model/environment/shape";
import { type Json, type Node, toJson } from "@/lib/model/environment/syntax-tree";

/** Shared by all fields of the form. */
export interface FormScope {
  root: Node | undefined;
  edit: (path: Path, value: Json | undefined) => void;
  /** The first error and the first note at a path. */
  findingsAt: (path: Path) => { error: string | undefined; note: string | undefined };
  disabled: boolean;
}

/** Properties that contain scripts. */
const multilineProperties = new Set(["install", "start", "dockerfileContents"]);

export function RemoveButton({ scope, path, label }: { scope: FormScope; path: Path; label: string }) {
  return (
    <Button
      variant="ghost"
      size="smallIcon"
      aria-label={`Remove ${label}`}
      disabled={scope.disabled}
      onClick={() => scope.edit(path, undefined)}
    >
      <X aria-hidden />
    </Button>
  );
}

type ScalarShape = Extract<Shape, { kind: "string" | "boolean" | "integer" }>;

interface ScalarFieldProps {
  scope: FormScope;
  path: Path;
  label: string;
  shape: ScalarShape & { meaning?: string; default?: boolean };
  node: Node | undefined;
}

export function ScalarField({ scope, shape, path, label, node }: ScalarFieldProps) {
  const { error, note } = scope.findingsAt(path);
  const hint = [shape.meaning, note].filter(Boolean).join(" ");
  const value = node ? toJson(node) : undefined;
  return (
    <Field
      label={label}
      error={error}
      hint={hint || undefined}
      aside={node ? <RemoveButton scope={scope} path={path} label={label} /> : null}
    >
      {(control) => <Scalar control={control} scope={scope} shape={shape} path={path} value={value} />}
    </Field>
  );
}

interface ScalarProps {
  control: ControlProps;
  scope: FormScope;
  shape: ScalarShape & { default?: boolean };
  path: Path;
  value: Json | undefined;
}

function Scalar({ control, scope, shape, path, value }: ScalarProps) {
  if (shape.kind === "boolean") {
    const absent = shape.default === undefined ? "Not set" : `Not set (${shape.default})`;
    return (
      <Select
        {...control}
        disabled={scope.disabled}
        value={value === undefined ? "" : String(value)}
        onChange={({ target }) => scope.edit(path, target.value === "" ? undefined : target.value === "true")}
      >
        <option value="">{absent}</option>
        <option value="true">true</option>
        <option value="false">false</option>
      </Select>
    );
  }
  if (shape.kind === "string" && shape.choices) {
    const text = typeof value === "string" ? value : "";
    const known = shape.choices.some((choice) => choice.value === text);
    return (
      <Select
        {...control}
        disabled={scope.disabled}
        value={text}
        onChange={({ target }) => scope.edit(path, target.value === "" ? undefined : target.value)}
      >
        <option value="">Not set</option>
        {text !== "" && !known ? <option value={text}>{text}</option> : null}
        {shape.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.value}
          </option>
        ))}
      </Select>
    );
  }
  const toValue = (text: string): Json => (shape.kind === "integer" && /^\d{1,9}$/.test(text) ? Number(text) : text);
  return (
    <TextControl
      control={control}
      scope={scope}
      value={value === undefined ? "" : String(value)}
      set={(text) => scope.edit(path, toValue(text))}
      clear={() => scope.edit(path, undefined)}
      multiline={multilineProperties.has(String(path.at(-1)))}
      numeric={shape.kind === "integer"}
      placeholder={shape.kind === "string" ? shape.example : undefined}
    />
  );
}

interface TextControlProps {
  control: ControlProps;
  /** The accessible name, when there is no visible label. */
  label?: string;
  scope: FormScope;
  value: string;
  set: (text: string) => void;
  /** Called on blur when the value is empty. */
  clear: () => void;
  multiline: boolean;
  numeric?: boolean;
  placeholder: string | undefined;
}

/** A text input that shows what the user types even while parsing lags behind. */
export function TextControl(props: TextControlProps) {
  const { control, label, scope, value, set, clear, multiline, numeric = false, placeholder } = props;
  const [typed, setTyped] = useState<string>();
  const shared = {
    ...control,
    "aria-label": label,
    value: typed ?? value,
    disabled: scope.disabled,
    placeholder: placeholder?.split("\n")[0],
    spellCheck: false,
    autoCapitalize: "none",
    className: "font-mono",
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value);
      set(target.value);
    },
    onBlur: () => {
      if (typed === "") clear();
      setTyped(undefined);
    },
  };
  if (multiline) return <Textarea {...shared} rows={1} className="min-h-8 py-1.5 font-mono" />;
  return <Input {...shared} inputMode={numeric ? "numeric" : undefined} />;
}
