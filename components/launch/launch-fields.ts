import { z } from "zod";
import { CreateAgentBody, type CreateAgentInput } from "@/lib/contract/agents/create-agent";

/** What the form holds. Text as typed; empty means left out. */
export const LaunchFields = z.object({
  prompt: z.string().default(""),
  model: z.string().default(""),
  repository: z.string().default(""),
  reference: z.string().default(""),
  name: z.string().default(""),
  mode: z.enum(["agent", "plan"]).default("agent"),
  workOnCurrentBranch: z.boolean().default(false),
});
export type LaunchFields = z.infer<typeof LaunchFields>;
export type FieldName = keyof LaunchFields;

/** Messages by field; `form` is for what belongs to no field. */
export type FieldErrors = Readonly<Partial<Record<FieldName | "form", string>>>;

const fieldOfPath: readonly (readonly [path: string, field: FieldName])[] = [
  ["prompt", "prompt"],
  ["model", "model"],
  ["repos.0.startingRef", "reference"],
  ["repos", "repository"],
  ["name", "name"],
  ["mode", "mode"],
];

/** The form's field a path of the request body belongs to. */
export function fieldOf(path: string): FieldName | "form" {
  const found = fieldOfPath.find(([prefix]) => path === prefix || path.startsWith(`${prefix}.`));
  return found ? found[1] : "form";
}

/** The messages of a refusal without the path in front, which the field itself tells. */
export function errorOf(path: string | undefined, message: string): FieldErrors {
  const field = path === undefined ? "form" : fieldOf(path);
  const prefix = `${path}: `;
  const told = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  return { [field]: field === "form" ? message : told };
}

/** The request body of a form. */
export function bodyOf(fields: LaunchFields, agentId: string): CreateAgentInput {
  const { prompt, model, repository, reference, name, mode, workOnCurrentBranch } = fields;
  return {
    agentId,
    prompt: { text: prompt },
    mode,
    ...(model ? { model: { id: model } } : {}),
    ...(name.trim() ? { name: name.trim() } : {}),
    ...(repository
      ? {
          repos: [{ url: repository, ...(reference.trim() ? { startingRef: reference.trim() } : {}) }],
          workOnCurrentBranch,
        }
      : {}),
  };
}

/** What the contract says against a form, by field; empty when nothing. */
export function checkFields(fields: LaunchFields, agentId: string): FieldErrors {
  const parsed = CreateAgentBody.safeParse(bodyOf(fields, agentId));
  if (parsed.success) return {};
  const errors: Partial<Record<FieldName | "form", string>> = {};
  for (const { path, message } of parsed.error.issues) errors[fieldOf(path.join("."))] ??= message;
  return errors;
}

/** A new agent id. `crypto.randomUUID` is missing on pages that are not served securely. */
export function newAgentId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `bc-${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
