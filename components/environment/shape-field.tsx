"use client";

import { Plus } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import type { Path } from "@/lib/model/environment/diagnostic";
import type { ArrayShape, ObjectShape, Shape } from "@/lib/model/environment/shape";
import { type Json, type Node, nodeAt, toJson } from "@/lib/model/environment/syntax-tree";
import { kindLabels } from "@/lib/model/environment/validate";
import { type FormScope, RemoveButton, ScalarField, TextControl } from "./scalar-field";

interface ShapeFieldProps {
  scope: FormScope;
  shape: Shape & { meaning?: string; default?: boolean };
  path: Path;
  label: string;
}

function matchesShape(node: Node, shape: Shape): boolean {
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

/** The field of a property of any shape. Changes are edits of the text, which is the source of truth. */
export function ShapeField({ scope, shape, path, label }: ShapeFieldProps) {
  const node = nodeAt(scope.root, path);
  if (node && !matchesShape(node, shape)) {
    return (
      <div className="flex items-center justify-between gap-2 text-sm">
        <p>
          <span className="font-medium">{label}</span>{" "}
          <span className="text-danger">is {kindLabels[node.kind]}. Fix it in the text editor.</span>
        </p>
        <RemoveButton scope={scope} path={path} label={label} />
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

interface ObjectFieldsProps {
  scope: FormScope;
  shape: ObjectShape & { meaning?: string };
  path: Path;
  label: string;
  /** Show a remove button even while the object is absent. */
  removable?: boolean;
}

/** An object as a group of fields, or a button that adds it. */
function ObjectFields({ scope, shape, path, label, removable = false }: ObjectFieldsProps) {
  const id = useId();
  const node = nodeAt(scope.root, path);
  const { error, note } = scope.findingsAt(path);
  const names = Object.keys(shape.properties);
  const wide = names.length > 2;
  return (
    <fieldset aria-labelledby={id} className="min-w-0 space-y-2 rounded-md border p-3">
      <div className="flex items-baseline justify-between gap-2">
        <span id={id} className="font-medium text-sm first-letter:uppercase">
          {label}
        </span>
        {node || removable ? <RemoveButton scope={scope} path={path} label={label} /> : null}
      </div>
      {shape.meaning ? <p className="text-muted-foreground text-xs">{shape.meaning}</p> : null}
      {note ? <p className="text-warning text-xs">{note}</p> : null}
      {error ? <p className="text-danger text-xs">{error}</p> : null}
      {node ? (
        <div className={wide ? "space-y-3" : "grid gap-3 sm:grid-cols-2"}>
          {names.map((name) => {
            const own = shape.properties[name];
            return own ? <ShapeField key={name} scope={scope} shape={own} path={[...path, name]} label={name} /> : null;
          })}
        </div>
      ) : (
        <Button
          size="small"
          disabled={scope.disabled}
          onClick={() => {
            const [first] = shape.anyOf ?? shape.required ?? [];
            const own = first === undefined ? undefined : shape.properties[first];
            const text = own?.kind === "string" ? (own.example ?? "") : "";
            scope.edit(path, first === undefined ? {} : { [first]: text });
          }}
        >
          <Plus aria-hidden />
          Add {label}
        </Button>
      )}
    </fieldset>
  );
}

interface ListFieldProps {
  scope: FormScope;
  shape: ArrayShape & { meaning?: string };
  path: Path;
  label: string;
}

/** Additional items can only be edited as text. */
const shownItems = 100;

const singular: ReadonlyMap<string, string> = new Map([
  ["ports", "port"],
  ["terminals", "terminal"],
  ["egressAllowlist", "domain"],
  ["mcpServerAllowlist", "server"],
  ["repositoryDependencies", "repository"],
  ["toolAllowlist", "tool"],
]);

/** A new item with only its required properties. */
function initialValue(shape: Shape): Json {
  switch (shape.kind) {
    case "string":
      return "";
    case "boolean":
      return true;
    case "integer":
      return shape.example;
    case "array":
      return [];
    case "object-or-list":
      return initialValue(shape.object);
    case "object": {
      const names = [...(shape.required ?? []), ...(shape.anyOf?.slice(0, 1) ?? [])];
      return Object.fromEntries(
        names.flatMap((name) => {
          const own = shape.properties[name];
          return own ? [[name, initialValue(own)] as const] : [];
        }),
      );
    }
  }
}

/** A list of strings or objects. */
function ListField({ scope, shape, path, label }: ListFieldProps) {
  const id = useId();
  const node = nodeAt(scope.root, path);
  const items: readonly Node[] = node?.kind === "array" ? node.members : [];
  const what = singular.get(String(path.at(-1))) ?? "terminal";
  const { error, note } = scope.findingsAt(path);
  const plain = shape.items.kind === "string";
  return (
    <fieldset aria-labelledby={`${id}-name`} aria-describedby={`${id}-hint`} className="min-w-0 space-y-2">
      <div className="flex items-baseline justify-between gap-2">
        <span id={`${id}-name`} className="font-medium text-sm">
          {label}
        </span>
        {node ? <RemoveButton scope={scope} path={path} label={label} /> : null}
      </div>
      {items.length > 0 ? (
        <ul className={plain ? "space-y-1.5" : "space-y-3"}>
          {items.slice(0, shownItems).map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items are identified by position only
            <li key={index}>
              <Item
                scope={scope}
                shape={shape.items}
                path={[...path, index]}
                label={`${what} ${index + 1}`}
                node={item}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {items.length > shownItems ? (
        <p className="text-muted-foreground text-xs">{items.length - shownItems} more in the text editor</p>
      ) : null}
      {error ? <p className="text-danger text-xs">{error}</p> : null}
      <p id={`${id}-hint`} className="text-muted-foreground text-xs">
        {[shape.meaning, note].filter(Boolean).join(" ")}
      </p>
      <Button
        size="small"
        disabled={scope.disabled}
        onClick={() => scope.edit([...path, items.length], initialValue(shape.items))}
      >
        <Plus aria-hidden />
        Add {what}
      </Button>
    </fieldset>
  );
}

interface ItemProps {
  scope: FormScope;
  shape: Shape;
  path: Path;
  label: string;
  node: Node;
}

function Item({ scope, shape, path, label, node }: ItemProps) {
  const id = useId();
  if (shape.kind === "object" && node.kind === "object")
    return <ObjectFields scope={scope} shape={shape} path={path} label={label} removable />;
  if (shape.kind === "object-or-list" && node.kind === "object")
    return <ObjectFields scope={scope} shape={shape.object} path={path} label={label} removable />;
  if (shape.kind !== "string" || node.kind !== "string")
    return <ShapeField scope={scope} shape={shape} path={path} label={label} />;
  const { error, note } = scope.findingsAt(path);
  const message = error ?? note;
  return (
    <div>
      <div className="flex items-center gap-1">
        <TextControl
          control={{
            id,
            "aria-describedby": message ? `${id}-message` : undefined,
            "aria-invalid": error ? true : undefined,
          }}
          label={label}
          scope={scope}
          value={String(toJson(node))}
          set={(text) => scope.edit(path, text)}
          clear={() => scope.edit(path, undefined)}
          multiline={false}
          placeholder={shape.example}
        />
        <RemoveButton scope={scope} path={path} label={label} />
      </div>
      {message ? (
        <p id={`${id}-message`} className={error ? "text-danger text-xs" : "text-warning text-xs"}>
          {message}
        </p>
      ) : null}
    </div>
  );
}
