/** The result of one check. `error`: Slipway can't run; `warning`: it runs with limitations. */
export interface Finding {
  state: "ok" | "warning" | "error";
  /** `git`, `database`. */
  subject: string;
  detail: string;
}

export const ok = (subject: string, detail: string): Finding => ({ state: "ok", subject, detail });
export const warning = (subject: string, detail: string): Finding => ({ state: "warning", subject, detail });
export const error = (subject: string, detail: string): Finding => ({ state: "error", subject, detail });

export const errorMessage = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason));
