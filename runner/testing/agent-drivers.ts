import { startAnthropicEndpoint } from "./anthropic-endpoint";
import { startGeminiEndpoint } from "./gemini-endpoint";
import { type ModelResponse, startModelEndpoint } from "./model-endpoint";
import { startResponsesEndpoint } from "./responses-endpoint";

type Script = (prompt: string, request: unknown) => readonly ModelResponse[] | undefined;

/** A fake model endpoint of an agent, with what it received as text. */
export interface AgentEndpoint {
  env: Readonly<Record<string, string>>;
  received(): string;
  close(): Promise<void>;
}

/** The parts in which agents differ: their model's API and the names of their tools. */
export interface AgentDriver {
  start(script: Script): Promise<AgentEndpoint>;
  write(file: string, content: string, request: unknown): ModelResponse;
  shell(command: string): ModelResponse;
  plan(text: string): ModelResponse;
  /** Calls the tool `shout` of the server `words`. */
  mcp(args: Record<string, unknown>): ModelResponse;
}

const call = (tool: string, args: Record<string, unknown>): ModelResponse => ({ calls: [{ tool, args }] });

const claude: AgentDriver = {
  async start(script) {
    const endpoint = await startAnthropicEndpoint(script);
    return {
      env: { ANTHROPIC_API_KEY: "test-key", ANTHROPIC_BASE_URL: endpoint.url },
      received: () => JSON.stringify(endpoint.requests),
      close: endpoint.close,
    };
  },
  // Its tool requires an absolute path.
  write(file, content, request) {
    const [, folder = ""] = /orking directory: ([^\s"\\]+)/.exec(JSON.stringify(request)) ?? [];
    return call("Write", { file_path: `${folder}/${file}`, content });
  },
  shell: (command) => call("Bash", { command, description: "Run it" }),
  plan: (plan) => call("ExitPlanMode", { plan }),
  mcp: (args) => call("mcp__words__shout", args),
};

const codex: AgentDriver = {
  async start(script) {
    const endpoint = await startResponsesEndpoint((prompt, request) => script(prompt, request));
    return {
      env: { OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: endpoint.url },
      received: () => JSON.stringify(endpoint.requests),
      close: endpoint.close,
    };
  },
  write(file, content) {
    const added = content.replace(/\n$/, "").replace(/^/gm, "+");
    return call("apply_patch", { input: `*** Begin Patch\n*** Add File: ${file}\n${added}\n*** End Patch` });
  },
  // Its model calls tools from JavaScript.
  shell: (command) =>
    call("exec", {
      input: `text(await tools.exec_command(${JSON.stringify({ cmd: command, yield_time_ms: 60_000 })}));`,
    }),
  plan: (text) => ({ say: `<proposed_plan>\n${text}\n</proposed_plan>` }),
  mcp: (args) => call("exec", { input: `text(await tools.mcp__words__shout(${JSON.stringify(args)}));` }),
};

const gemini: AgentDriver = {
  async start(script) {
    const endpoint = await startGeminiEndpoint((prompt, request) => script(prompt, request));
    return {
      env: { GEMINI_API_KEY: "test-key", GOOGLE_GEMINI_BASE_URL: endpoint.url },
      received: () => JSON.stringify(endpoint.requests),
      close: endpoint.close,
    };
  },
  write: (file, content) => call("write_file", { file_path: file, content }),
  shell: (command) => call("run_shell_command", { command, description: "Run it" }),
  plan: (say) => ({ say }),
  mcp: (args) => call("mcp_words_shout", args),
};

const opencode: AgentDriver = {
  async start(script) {
    const endpoint = await startModelEndpoint((prompt) => script(prompt, undefined) ?? []);
    const modalities = { input: ["text", "image"], output: ["text"] };
    const limit = { context: 100_000, output: 4_000 };
    const models = { model: { name: "Fake", tool_call: true, attachment: true, modalities, limit } };
    const options = { baseURL: endpoint.url, apiKey: "none" };
    const config = {
      autoupdate: false,
      share: "disabled",
      enabled_providers: ["local"],
      model: "local/model",
      small_model: "local/model",
      provider: { local: { npm: "@ai-sdk/openai-compatible", name: "Local", options, models } },
    };
    return {
      env: {
        OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        MODEL_URL: endpoint.url,
      },
      received: () => JSON.stringify(endpoint.bodies),
      close: endpoint.close,
    };
  },
  write: (file, content) => call("write", { filePath: file, content }),
  shell: (command) => call("bash", { command, description: "Run it" }),
  plan: (say) => ({ say }),
  mcp: (args) => call("words_shout", args),
};

/** Drivers by preset. */
export const agentDrivers: Readonly<Record<string, AgentDriver>> = { claude, codex, gemini, opencode };
