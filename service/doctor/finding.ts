/** What the doctor found out about one thing. `bad` keeps Slipway from working, `weak` only makes it worse. */
export interface Finding {
  state: "good" | "weak" | "bad";
  /** `git`, `database`. */
  about: string;
  what: string;
}

export const good = (about: string, what: string): Finding => ({ state: "good", about, what });
export const weak = (about: string, what: string): Finding => ({ state: "weak", about, what });
export const bad = (about: string, what: string): Finding => ({ state: "bad", about, what });

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
