import { z } from "zod";

/** JSON with a value for each server, by host and optional port. */
const byHost = <Value extends z.ZodType>(example: string, value: Value) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: `must be JSON such as ${example}` });
        return z.NEVER;
      }
    })
    .pipe(
      z.record(
        z.string().regex(/^[a-z0-9.-]+(:[0-9]{1,5})?$/, "hosts must be lowercase names with an optional port"),
        value,
      ),
    );

/** `user:password` of git servers. Empty if no credential is needed. */
export const gitRemotes = byHost(
  '{"git.example.com":"user:password"}',
  z
    .string()
    .regex(/^([^:\n]+:[^\n]+)?$/, "credentials must have the form user:password or be empty")
    .transform((text) => {
      const colon = text.indexOf(":");
      return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
    }),
);

/** Tokens of GitHub servers. */
export const githubTokens = byHost(
  '{"github.com":"github_pat_…"}',
  z.string().regex(/^[\x21-\x7e]{16,}$/, "tokens must have at least 16 characters and no spaces"),
);

/** Git, GitHub and MCP servers on a private network, with a file of the certificates that sign theirs. Empty: the system's certificates. */
export const privateRemotes = byHost(
  '{"git.corp.example":"/etc/ssl/corp.pem"}',
  z.string().regex(/^(\/[^\0]{1,4000})?$/, "certificate files must be absolute paths or empty"),
);
