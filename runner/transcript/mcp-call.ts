import { z } from "zod";
import { ContentBlock } from "./session-update";

const Input = z.object({
  server: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullish().catch(undefined),
});

const Output = z.looseObject({
  result: z
    .looseObject({ content: z.array(ContentBlock).catch([]) })
    .nullish()
    .catch(undefined),
  error: z.looseObject({ message: z.string() }).nullish().catch(undefined),
});

/** The server, tool and arguments of an MCP call that an agent reports as a command, as Codex does. */
export function mcpInput(kind: string, rawInput: unknown): z.infer<typeof Input> | undefined {
  const input = kind === "execute" ? Input.safeParse(rawInput) : undefined;
  return input?.success ? input.data : undefined;
}

/** The content of such a call's result, or its error. */
export function mcpOutput(rawOutput: unknown): ContentBlock[] {
  const output = Output.safeParse(rawOutput);
  if (!output.success) return [];
  const { result, error } = output.data;
  return result?.content ?? (error ? [{ type: "text", text: error.message }] : []);
}
