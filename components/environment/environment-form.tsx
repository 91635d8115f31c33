"use client";

import { useMemo } from "react";
import { type EnvironmentProperty, environmentShape } from "@/lib/model/environment/definition";
import { pathText } from "@/lib/model/environment/diagnostic";
import type { ObjectShape } from "@/lib/model/environment/shape";
import type { FormScope } from "./scalar-field";
import { ShapeField } from "./shape-field";
import type { EnvironmentDocument } from "./use-document";

const sections: readonly { name: string; properties: readonly EnvironmentProperty[] }[] = [
  { name: "Commands", properties: ["install", "start", "terminals"] },
  { name: "Base", properties: ["snapshot", "build", "image", "agentCanUpdateSnapshot"] },
  { name: "Network", properties: ["egressMode", "egressAllowlist", "ports"] },
  { name: "Tools", properties: ["disableAllMcpServers", "mcpServerAllowlist", "repositoryDependencies"] },
  { name: "General", properties: ["name", "user", "enable_testing", "chromeExecutablePath"] },
];

const shape: ObjectShape = environmentShape;

/** The file as a form. Every change edits the text and keeps its comments and layout. */
export function EnvironmentForm({ file }: { file: EnvironmentDocument }) {
  const { checked, edit } = file;
  const { root, diagnostics, wellFormed } = checked;
  const findings = useMemo(() => {
    const byPath = new Map<string, { error: string | undefined; note: string | undefined }>();
    for (const { path, severity, message } of diagnostics) {
      const name = pathText(path);
      const known = byPath.get(name) ?? { error: undefined, note: undefined };
      if (severity === "error") known.error ??= message;
      else known.note ??= message;
      byPath.set(name, known);
    }
    return byPath;
  }, [diagnostics]);
  const usable = wellFormed && root?.kind === "object";
  const scope: FormScope = {
    root,
    edit,
    findingsAt: (path) => findings.get(pathText(path)) ?? { error: undefined, note: undefined },
    disabled: !usable,
  };
  return (
    <form aria-label="Environment" onSubmit={(event) => event.preventDefault()} className="space-y-6 p-4">
      {usable ? null : (
        <p role="status" className="rounded-md bg-warning-soft p-3 text-sm text-warning">
          Fix the JSON to use the form.
        </p>
      )}
      {sections.map(({ name, properties }) => (
        <section key={name} aria-label={name} className="space-y-4">
          <h2 className="border-b pb-1 font-semibold text-sm">{name}</h2>
          {properties.map((property) => {
            const propertyShape = shape.properties[property];
            return propertyShape ? (
              <ShapeField key={property} scope={scope} shape={propertyShape} path={[property]} label={property} />
            ) : null;
          })}
        </section>
      ))}
    </form>
  );
}
