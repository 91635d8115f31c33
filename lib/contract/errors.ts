import { z } from "zod";
import { requestField } from "./field-name";

/** Error body of the agent API (`/v1`). `field` names the offending field, if any. */
export const AgentsErrorBody = z.looseObject({
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    field: z.string().optional(),
    helpUrl: z.string().optional(),
    provider: z.string().optional(),
  }),
});
export type AgentsErrorBody = z.infer<typeof AgentsErrorBody>;

/** Error body of the pool API: one string, `"Title: detail"`. */
export const PoolsErrorBody = z.looseObject({ error: z.string(), code: z.string().optional() });

const PreconditionViolations = z.looseObject({
  violations: z.array(z.looseObject({ type: z.string(), description: z.string().optional() })).min(1),
});
const FieldViolations = z.looseObject({
  fieldViolations: z.array(z.looseObject({ field: z.string(), description: z.string() })).min(1),
});

const detailType = (name: string) => z.object({ "@type": z.literal(`type.googleapis.com/google.rpc.${name}`) }).shape;

/** Error body of the hosting API: a google.rpc.Status. Other types of details are accepted. */
export const RepohostErrorBody = z.looseObject({
  code: z.number().int(),
  message: z.string(),
  details: z.array(
    z.union([
      FieldViolations.extend(detailType("BadRequest")),
      PreconditionViolations.extend(detailType("PreconditionFailure")),
      z.looseObject({ ...detailType("RequestInfo"), requestId: z.string() }),
      z.looseObject({ "@type": z.string() }),
    ]),
  ),
});
export type RepohostErrorBody = z.infer<typeof RepohostErrorBody>;

export interface ReadError {
  code: string;
  message: string;
  field?: string;
  /** The type of a precondition's violation (hosting API). */
  violation?: string;
}

/** Parses an error body of any family; `undefined` when it matches none. */
export function readErrorBody(body: unknown): ReadError | undefined {
  const agents = AgentsErrorBody.safeParse(body);
  if (agents.success) {
    const { code, message, field } = agents.data.error;
    return field === undefined ? { code, message } : { code, message, field };
  }
  const pools = PoolsErrorBody.safeParse(body);
  if (pools.success) return { code: pools.data.code ?? "unknown", message: pools.data.error };
  const repohost = RepohostErrorBody.safeParse(body);
  if (repohost.success) {
    const { code, message, details } = repohost.data;
    const violation = details.map((detail) => FieldViolations.safeParse(detail)).find((parsed) => parsed.success);
    const field = violation?.data?.fieldViolations[0]?.field;
    const failed = details.map((detail) => PreconditionViolations.safeParse(detail)).find((parsed) => parsed.success);
    const type = failed?.data?.violations[0]?.type;
    return {
      code: String(code),
      message,
      ...(field === undefined ? {} : { field: requestField(field) }),
      ...(type === undefined ? {} : { violation: type }),
    };
  }
  return undefined;
}

/** The first problem of a failed parse: a dotted field name and a message, which doesn't repeat it. */
export function firstProblem(error: z.ZodError): { field: string; message: string } {
  const issue = error.issues[0];
  if (!issue) return { field: "", message: "is not valid" };
  const at = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return { field: [...at, issue.keys[0] ?? ""].join("."), message: "Unrecognized key(s)" };
  }
  return { field: at.join("."), message: issue.message };
}
