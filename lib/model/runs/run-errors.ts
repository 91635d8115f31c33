/** What happened to a failed run, and what to do next. */
export interface RunErrorText {
  title: string;
  nextStep: string;
}

const retry = "Retry, or send a follow-up.";
const agentProgram = "Check the agent's program and its keys, then retry.";
const fixFile = "Fix the environment file, push it, then retry.";
const resume = "Earlier work is unchanged. Send a follow-up to continue.";
const split = "Split the task, or ask an administrator to raise the limit.";

/** Texts of the run error codes of the local service and its workers. */
export const runErrorTexts = {
  agent_crashed: { title: "Agent stopped unexpectedly", nextStep: agentProgram },
  agent_not_found: {
    title: "Agent program not found",
    nextStep: "Install the program on the machine that runs the agent, or fix its command in Settings.",
  },
  agent_not_responding: {
    title: "Agent didn't start",
    nextStep: "Test the agent in Settings to see what it's waiting for, then retry.",
  },
  agent_protocol: {
    title: "Agent protocol error",
    nextStep: "Check that the command starts the agent in ACP mode, and that Slipway supports its protocol version.",
  },
  agent_error: { title: "Agent reported an error", nextStep: agentProgram },
  agent_needs_key: {
    title: "Agent needs a key",
    nextStep: "Add the agent's key in Settings, then send the prompt again.",
  },
  refused: { title: "Agent refused the prompt", nextStep: "Rephrase the prompt in a follow-up." },
  invalid_model: { title: "Model not available", nextStep: "Start a new agent with another model." },
  mode_not_supported: { title: "Mode not supported", nextStep: "Send a follow-up in another mode." },
  images_not_supported: { title: "Images not supported", nextStep: "Send the prompt without images." },
  mcp_not_supported: { title: "MCP server not supported", nextStep: "Remove the MCP server, or use another agent." },
  mcp_not_connected: {
    title: "MCP server not connected",
    nextStep: "Retry when it's connected.",
  },
  repository_access: {
    title: "No access to the repository",
    nextStep: "Check the repository and your permissions, then retry.",
  },
  upstream_error: { title: "Couldn't reach the repository", nextStep: retry },
  invalid_branch_name: { title: "Invalid branch or reference", nextStep: "Start a new agent from an existing branch." },
  pr_resolution_failed: { title: "Pull request not found", nextStep: "Start a new agent without the pull request." },
  environment_invalid: { title: "Invalid environment file", nextStep: fixFile },
  environment_unsupported: { title: "Unsupported environment", nextStep: fixFile },
  environment_image_failed: {
    title: "Couldn't prepare the container image",
    nextStep: "Fix the image or Dockerfile, push it, then retry.",
  },
  environment_install_failed: { title: "Install command failed", nextStep: fixFile },
  environment_start_failed: { title: "Start command failed", nextStep: fixFile },
  install_failed: { title: "Couldn't install the agent's program", nextStep: agentProgram },
  commit_failed: {
    title: "Couldn't commit the changes",
    nextStep: "The files are still in the workspace. Send a follow-up.",
  },
  push_rejected: {
    title: "Push rejected",
    nextStep: "The commit is kept in the workspace. Fix what the repository rejected, then retry.",
  },
  workspace_unusable: { title: "Workspace can't be used", nextStep: "Start a new agent." },
  time_limit: { title: "Time limit reached", nextStep: split },
  disk_limit: { title: "Disk limit reached", nextStep: split },
  process_limit: { title: "Too many processes", nextStep: split },
  memory_limit: { title: "Memory limit reached", nextStep: split },
  run_process_failed: { title: "The run's process failed", nextStep: resume },
  service_restarted: { title: "Service restarted during the run", nextStep: resume },
  service_stopped: { title: "Service stopped during the run", nextStep: resume },
  session_start_failed: { title: "Worker's start command failed", nextStep: "Check the worker's configuration." },
  worker_lost: { title: "Worker disconnected", nextStep: resume },
  worker_restarted: { title: "Worker restarted during the run", nextStep: resume },
  worker_stopped: { title: "Worker stopped during the run", nextStep: resume },
  internal_error: { title: "Internal error", nextStep: "Ask an administrator to check the log, or retry." },
} satisfies Readonly<Record<string, RunErrorText>>;

const byCode: ReadonlyMap<string, RunErrorText> = new Map(Object.entries(runErrorTexts));

/** The text for a run error's code. Unknown codes, as from other services, get a general text. */
export function runErrorText(code: string | undefined): RunErrorText {
  return byCode.get(code ?? "") ?? { title: "Run failed", nextStep: resume };
}
