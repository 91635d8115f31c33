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
import { type Json, jsonOf, type Node, nodeAt } from "@/lib/model/environment/syntax-tree";
import { ListField } from "./list-field";
import { ObjectFields } from "./object-fields";

/** What every field of the form is given. */
export interface FormScope {
  root: Node | undefined;
  edit: (path: Path, value: Json | undefined) => void;
  /** What was found at a path: the first error, and the first remark. */
  findingsAt: (path: Path) => { error: string | undefined; remark: string | undefined };
  disabled: boolean;
}

interface ShapeFieldProps {
  scope: FormScope;
  shape: Shape & { meaning?: string; default?: boolean };
  path: Path;
  label: string;
}

/** Properties that hold scripts. */
const severalLines = new Set(["install", "start", "dockerfileContents"]);

const kindWords: Readonly<Record<Node["kind"], string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  null: "null",
  object: "an object",
  array: "a list",
  invalid: "no value",
};

function fits(node: Node, shape: Shape): boolean {
  switch (shape.kind) {
    case "string":
      return node.kind === "string";
    case "boolean":
      return node.kind === "boolean" || (node.kind === "string" && (node.value === "true" || node.value === "false"));
    case "integer":
      return node.kind === "number" || node.kind === "string";
    case "array":
      return node.kind === "array";
    case "object":
      return node.kind === "object";
    case "object-or-list":
      return node.kind === "object" || node.kind === "array";
  }
}

/** The control of one property, whatever its shape. The text is the one truth: each change is an edit of it. */
export function ShapeField({ scope, shape, path, label }: ShapeFieldProps) {
  const node = nodeAt(scope.root, path);
  if (node && !fits(node, shape)) {
    return (
      <div className="flex items-center justify-between gap-2 text-sm">
        <p>
          <span className="font-medium">{label}</span>{" "}
          <span className="text-danger">holds {kindWords[node.kind]} in the text. Mend it there.</span>
        </p>
        <Remove scope={scope} path={path} label={label} />
      </div>
    );
  }
  switch (shape.kind) {
    case "array":
      return <ListField scope={scope} shape={shape} path={path} label={label} />;
    case "object":
      return <ObjectFields scope={scope} shape={shape} path={path} label={label} />;
    case "object-or-list":
      return node?.kind === "array" ? (
        <ListField scope={scope} shape={{ kind: "array", items: shape.object }} path={path} label={label} />
      ) : (
        <ObjectFields scope={scope} shape={shape.object} path={path} label={label} />
      );
    default:
      return <ScalarField scope={scope} shape={shape} path={path} label={label} node={node} />;
  }
}

export function Remove({ scope, path, label }: { scope: FormScope; path: Path; label: string }) {
  return (
    <Button
      variant="quiet"
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

interface ScalarFieldProps extends ShapeFieldProps {
  shape: ScalarShape & { meaning?: string; default?: boolean };
  node: Node | undefined;
}

function ScalarField({ scope, shape, path, label, node }: ScalarFieldProps) {
  const { error, remark } = scope.findingsAt(path);
  const hint = [shape.meaning, remark].filter(Boolean).join(" ");
  const value = node ? jsonOf(node) : undefined;
  return (
    <Field
      label={label}
      error={error}
      hint={hint || undefined}
      aside={node ? <Remove scope={scope} path={path} label={label} /> : null}
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
      several={severalLines.has(String(path.at(-1)))}
      numeric={shape.kind === "integer"}
      placeholder={shape.kind === "string" ? shape.example : undefined}
    />
  );
}

interface TextControlProps {
  control: ControlProps;
  /** Its name, where no label stands beside it. */
  label?: string;
  scope: FormScope;
  value: string;
  set: (text: string) => void;
  /** Takes the value away: it was left empty. */
  clear: () => void;
  several: boolean;
  numeric?: boolean;
  placeholder: string | undefined;
}

/** A text that is edited in place: while somebody types, what was typed is shown, even if checking lags behind. */
export function TextControl(props: TextControlProps) {
  const { control, label, scope, value, set, clear, several, numeric = false, placeholder } = props;
  const [own, setOwn] = useState<string>();
  const shared = {
    ...control,
    "aria-label": label,
    value: own ?? value,
    disabled: scope.disabled,
    placeholder: placeholder?.split("\n")[0],
    spellCheck: false,
    autoCapitalize: "none",
    className: "font-mono",
    onChange: ({ target }: { target: { value: string } }) => {
      setOwn(target.value);
      set(target.value);
    },
    onBlur: () => {
      if (own === "") clear();
      setOwn(undefined);
    },
  };
  if (several) return <Textarea {...shared} rows={1} className="min-h-8 py-1.5 font-mono" />;
  return <Input {...shared} inputMode={numeric ? "numeric" : undefined} />;
}
