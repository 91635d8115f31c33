import { replaceStrings } from "@/lib/model/masking/json-strings";
import { secretLines, secretsOfRequest, secretValues } from "@/lib/model/masking/known-secrets";
import { Masker } from "@/lib/model/masking/masker";
import { TextChannel } from "@/lib/model/masking/text-channel";
import type { AgentProfile, RunFrame, RunSpec } from "../run/run-spec";
import { loginSecrets } from "../workspace/login-files";

/** Short-lived secrets that are masked at a time; older ones have expired. */
const maxTemporary = 16;

/** The texts that were interrupted last, by which a secret can be split. */
const maxChannels = 64;

interface SecretSources extends Partial<Pick<RunSpec, "variables" | "mcpServers">> {
  /** The agent's program with its own variables. */
  agent?: Partial<Pick<AgentProfile, "env" | "login">> | undefined;
}

/**
 * Masks the values of a run's variables, MCP credentials and agent program before its frames are stored. Tokens that are only known by
 * their format remain: they belong to the agent's work, and each client masks them for its own users.
 */
export class FrameMasker {
  readonly #masker: Masker;
  readonly #channels = new Map<string, TextChannel>();
  readonly #temporary: string[] = [];

  constructor({ variables, mcpServers, agent }: SecretSources) {
    const ofRun = secretValues(secretsOfRequest({ envVars: variables, mcpServers }));
    const ofAgent = [...Object.values(agent?.env ?? {}), ...(agent?.login ? loginSecrets(agent.login) : [])];
    const known = [...ofRun, ...ofAgent];
    this.#masker = new Masker([...known, ...secretLines(known)], { shapes: false });
  }

  /** Masks a short-lived secret, too, from now on. */
  addTemporary(secret: string): void {
    this.#temporary.push(secret);
    this.#masker.add(secret);
    if (this.#temporary.length > maxTemporary) this.#masker.remove(this.#temporary.shift() ?? "");
  }

  /** Masks a whole text, and the beginning of a secret at its end. */
  text(text: string): string {
    return this.#masker.mask(text, { canGrow: true });
  }

  /** The length of the text's end that may be the beginning of a secret. */
  openEnd(text: string): number {
    const open = this.#masker.spans(text).find(({ state, end }) => state === "growing" && end === text.length);
    return open ? text.length - open.start : 0;
  }

  /** Masks the next piece of a text. A secret can be split between pieces; `canGrow`: also at the end of this one. */
  piece(channel: string, text: string, { canGrow }: { canGrow: boolean }): string {
    const known = this.#channels.get(channel) ?? new TextChannel(this.#masker);
    this.#channels.delete(channel);
    this.#channels.set(channel, known);
    for (const oldest of this.#channels.keys()) {
      if (this.#channels.size <= maxChannels) break;
      this.#channels.delete(oldest);
    }
    const piece = known.append(text);
    return known.take(piece, canGrow || known.mayContinue(piece));
  }

  frame(frame: RunFrame): RunFrame {
    const json = JSON.stringify(frame.data);
    if (!this.#masker.suspects(json)) return frame;
    return { event: frame.event, data: JSON.parse(replaceStrings(json, (text) => this.text(text))) };
  }
}
