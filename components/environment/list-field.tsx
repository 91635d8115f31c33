"use client";

import { Plus } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import type { Path } from "@/lib/model/environment/diagnostic";
import type { ArrayShape, Shape } from "@/lib/model/environment/shape";
import { type Json, jsonOf, type Node, nodeAt } from "@/lib/model/environment/syntax-tree";
import { ObjectFields } from "./object-fields";
import { type FormScope, Remove, ShapeField, TextControl } from "./shape-field";

interface ListFieldProps {
  scope: FormScope;
  shape: ArrayShape & { meaning?: string };
  path: Path;
  label: string;
}

/** More than these are edited in the text. */
const most = 100;

const singular: ReadonlyMap<string, string> = new Map([
  ["ports", "port"],
  ["terminals", "terminal"],
  ["egressAllowlist", "domain"],
  ["mcpServerAllowlist", "server"],
  ["repositoryDependencies", "repository"],
  ["toolAllowlist", "tool"],
]);

/** A new item: what it must have, and nothing more. */
function starting(shape: Shape): Json {
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
      return starting(shape.object);
    case "object": {
      const names = [...(shape.required ?? []), ...(shape.anyOf?.slice(0, 1) ?? [])];
      return Object.fromEntries(
        names.flatMap((name) => {
          const own = shape.properties[name];
          return own ? [[name, starting(own)] as const] : [];
        }),
      );
    }
  }
}

/** A list of texts or of objects, with its items one below the other. */
export function ListField({ scope, shape, path, label }: ListFieldProps) {
  const id = useId();
  const node = nodeAt(scope.root, path);
  const items: readonly Node[] = node?.kind === "array" ? node.members : [];
  const what = singular.get(String(path.at(-1))) ?? "terminal";
  const { error, remark } = scope.findingsAt(path);
  const plain = shape.items.kind === "string";
  return (
    <fieldset aria-labelledby={`${id}-name`} aria-describedby={`${id}-hint`} className="min-w-0 space-y-2">
      <div className="flex items-baseline justify-between gap-2">
        <span id={`${id}-name`} className="font-medium text-sm">
          {label}
        </span>
        {node ? <Remove scope={scope} path={path} label={label} /> : null}
      </div>
      {items.length > 0 ? (
        <ul className={plain ? "space-y-1.5" : "space-y-3"}>
          {items.slice(0, most).map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place in the text
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
      {items.length > most ? (
        <p className="text-muted-foreground text-xs">{items.length - most} more stand in the text.</p>
      ) : null}
      {error ? <p className="text-danger text-xs">{error}</p> : null}
      <p id={`${id}-hint`} className="text-muted-foreground text-xs">
        {[shape.meaning, remark].filter(Boolean).join(" ")}
      </p>
      <Button
        size="small"
        disabled={scope.disabled}
        onClick={() => scope.edit([...path, items.length], starting(shape.items))}
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
  const { error, remark } = scope.findingsAt(path);
  const told = error ?? remark;
  return (
    <div>
      <div className="flex items-center gap-1">
        <TextControl
          control={{
            id,
            "aria-describedby": told ? `${id}-told` : undefined,
            "aria-invalid": error ? true : undefined,
          }}
          label={label}
          scope={scope}
          value={String(jsonOf(node))}
          set={(text) => scope.edit(path, text)}
          clear={() => scope.edit(path, undefined)}
          several={false}
          placeholder={shape.example}
        />
        <Remove scope={scope} path={path} label={label} />
      </div>
      {told ? (
        <p id={`${id}-told`} className={error ? "text-danger text-xs" : "text-warning text-xs"}>
          {told}
        </p>
      ) : null}
    </div>
  );
}
