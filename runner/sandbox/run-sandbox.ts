import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunGroup } from "../limits/run-group";
import { bubblewrapArguments, spawnBubblewrap } from "./bubblewrap";
import { checkCommand } from "./check-command";
import { connectInside } from "./connect-inside";
import { type PinnedAddress, startEgressProxy, type Target } from "./egress/egress-proxy";
import { decideEgress, type EgressRules } from "./egress/egress-rules";
import { type ImageRoot, imageCommand, imageNode } from "./image-root";
import { type ForwardedPort, gatewayHost, gatewayPort, proxyPort, proxyVariables } from "./inside/forward-ports";
import { insideProgram } from "./inside-command";
import { programPaths, writeAccountFiles } from "./minimal-root";
import { type NetworkNamespace, startNetwork } from "./network-namespace";
import { processEnvironment } from "./process-environment";
import { type Mount, pipesOf, type SandboxDriver, type SandboxedCommand, type SandboxedProcess } from "./sandbox";

/** A blocked connection. */
export interface BlockedConnection {
  host: string;
  port: number;
  reason: string;
}

export interface RunSandboxOptions {
  driver: SandboxDriver;
  /** The service's folder next to the run's files, hidden inside the sandbox. */
  serviceFolder: string;
  home: string;
  /** Folder that is `/tmp` inside; without it `/tmp` is small and temporary. */
  temporary: string | undefined;
  /** Command of the agent program: the files it refers to are visible inside. */
  agentCommand: readonly string[];
  /** Paths that stay hidden even if a program is stored next to them. */
  hidden: readonly string[];
  /** `NAME=value` that marks the run's processes. */
  marker: string;
  /** `undefined`: the run has no network at all. */
  egress: EgressRules | undefined;
  /** Empty folder for the sockets of its network, with a short path; by default a temporary one. */
  socketFolder?: string | undefined;
  /** The network with this folder, if it was started before the run. */
  network?: Promise<NetworkNamespace> | undefined;
  maxFileBytes?: number | undefined;
  /** Control group of the run's processes. */
  group?: RunGroup | undefined;
  onBlocked(blocked: BlockedConnection): void;
}

/** The sandbox of one run: its processes share one network and one view of the machine. */
export interface RunSandbox {
  readonly driver: SandboxDriver;
  spawn(command: SandboxedCommand): SandboxedProcess;
  /** Variables that point programs to the egress proxy; empty if the network isn't isolated. */
  readonly proxyVariables: Readonly<Record<string, string>>;
  setEgress(rules: EgressRules): void;
  /** Folder of the egress proxy's socket; `undefined` if the network isn't isolated. */
  readonly egressFolder: string | undefined;
  /** Shows the agent's processes the files of an image instead of this machine's system. */
  setImage(image: ImageRoot): void;
  /** A command of the service as the agent's processes start it: an image has Node at another path. */
  agentCommand(command: readonly string[]): string[];
  /** Pins a host to its checked address in the proxy. */
  pin(pinned: PinnedAddress): void;
  /** Connects on the run's behalf, where its egress policy allows it. */
  connect(target: Target): Promise<Socket>;
  /** Connects to a port that one of the run's processes listens on. Throws when none does, or without an isolated network. */
  connectInside(port: number): Promise<Socket>;
  /** Serves the run's processes. Returns the URL they use, without a path. */
  serve(handler: RequestListener): Promise<string>;
  /** Mounts the contents of `folder` below `other`, too. */
  showAlsoAt(folder: string, other: string): void;
  /** Changes the account the agent's processes run as. Throws for an invalid name. */
  setUser(user: string): Promise<void>;
  /** Process groups of everything that was started. */
  readonly groups: readonly number[];
  close(): Promise<void>;
}

/** Account of a run whose environment file doesn't set one. */
const defaultUser = "ubuntu";

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "::1"]);

/** Required endpoints on this machine's loopback get the same port inside, so that their URLs work unchanged. */
function forwardedPorts({ required }: EgressRules): ForwardedPort[] {
  const ports = new Map<number, ForwardedPort>();
  for (const { host, port } of required) {
    if (port === undefined || !loopback.has(host) || port === proxyPort || ports.has(port)) continue;
    ports.set(port, { port, host, targetPort: port });
  }
  ports.set(gatewayPort, { port: gatewayPort, host: gatewayHost, targetPort: 80 });
  return [...ports.values()];
}

export function markerVariables(marker: string): Record<string, string> {
  const at = marker.indexOf("=");
  return { [marker.slice(0, at)]: marker.slice(at + 1) };
}

function unsandboxed({ marker }: RunSandboxOptions): RunSandbox {
  const groups = new Set<number>();
  const servers: Server[] = [];
  const pins = new Map<string, string>();
  return {
    driver: "none",
    proxyVariables: {},
    egressFolder: undefined,
    setImage: () => undefined,
    agentCommand: (command) => [...command],
    spawn({ command, cwd, environment }) {
      const [program = "", ...args] = command;
      const env = processEnvironment({ ...environment, ...markerVariables(marker) });
      const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
      if (child.pid !== undefined) groups.add(child.pid);
      return pipesOf(child);
    },
    setEgress: () => undefined,
    pin: ({ host, port, address }) => void pins.set(`${host}:${port}`, address),
    async connect({ host, port }) {
      const socket = connect({ host: pins.get(`${host}:${port}`) ?? host, port });
      await once(socket, "connect");
      return socket;
    },
    async connectInside() {
      throw new Error("this run has no isolated network");
    },
    async serve(handler) {
      const server = createServer(handler).listen(0, "127.0.0.1");
      servers.push(server);
      await once(server, "listening");
      const address = server.address();
      return `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
    },
    showAlsoAt: () => undefined,
    setUser: async () => undefined,
    get groups() {
      return [...groups];
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

interface RunNetwork extends Pick<RunSandbox, "connect" | "connectInside" | "serve" | "egressFolder"> {
  process: number;
  pin(pinned: PinnedAddress): void;
  setEgress(rules: EgressRules): void;
  close(): Promise<void>;
}

/** Starts the egress proxy and the network namespace connected to it. */
async function openRunNetwork(
  first: EgressRules,
  { onBlocked, socketFolder: given, network: prepared }: RunSandboxOptions,
): Promise<RunNetwork> {
  let rules = first;
  // A socket's path must be short; a workspace's may be long.
  const socketFolder = given ?? (await mkdtemp(join(tmpdir(), "slipway-egress-")));
  const proxy = await startEgressProxy({
    folder: socketFolder,
    decide: (host, port, byService) => decideEgress(rules, host, port, byService),
    onBlocked,
  });
  const cleanUp = async () => {
    proxy.close();
    await rm(socketFolder, { recursive: true, force: true });
  };
  try {
    const open = async (network: NetworkNamespace) => {
      await network.open(forwardedPorts(first));
      return network;
    };
    const start = () => startNetwork(socketFolder).then(open);
    // One that failed while it waited says nothing about this run.
    const network = await (prepared ? prepared.then(open).catch(start) : start());
    return {
      process: network.process,
      egressFolder: socketFolder,
      pin: (pinned) => proxy.pin(pinned),
      connect: (target) => proxy.connect(target),
      connectInside: (port) => connectInside(socketFolder, port),
      async serve(handler) {
        proxy.serveGateway(createServer(handler));
        return `http://127.0.0.1:${gatewayPort}`;
      },
      setEgress: (next) => {
        rules = next;
      },
      async close() {
        network.close();
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** The same mount at other paths; `aliases` has the folder by its other path. */
function aliasesOf(mount: Mount, aliases: ReadonlyMap<string, string>): Mount[] {
  return [...aliases].flatMap(([other, folder]) =>
    mount.path.startsWith(`${folder}/`) ? [{ ...mount, at: other + mount.path.slice(folder.length) }] : [],
  );
}

async function openBubblewrap(options: RunSandboxOptions): Promise<RunSandbox> {
  const { driver, serviceFolder, home, temporary, agentCommand, hidden, maxFileBytes, group } = options;
  const marker = markerVariables(options.marker);
  const accounts = join(serviceFolder, "accounts");
  const groups = new Set<number>();
  const aliases = new Map<string, string>();
  let asRoot = false;
  let image: ImageRoot | undefined;
  await writeAccountFiles(accounts, defaultUser, home);
  const programs = programPaths([...agentCommand, insideProgram], hidden);
  const imagePrograms = programPaths([...agentCommand, insideProgram], hidden, true);
  const { egress } = options;
  const network = egress && (await openRunNetwork(egress, options));
  const withNetwork = () => {
    if (!network) throw new Error("this sandbox has no network");
    return network;
  };
  return {
    driver,
    proxyVariables: network ? proxyVariables : {},
    spawn(command) {
      const environment = { ...command.environment, ...marker };
      const shownImage = command.view === "environment" ? image : undefined;
      const mounts = [
        ...command.mounts.flatMap((mount) => [mount, ...aliasesOf(mount, aliases)]),
        ...(shownImage ? [imageNode()] : []),
      ];
      const args = bubblewrapArguments(
        { ...command, mounts, environment },
        { accounts, programs: shownImage ? imagePrograms : programs, temporary, asRoot, image: shownImage },
      );
      const joins = command.network === "run" ? withNetwork().process : undefined;
      const program = shownImage ? imageCommand(command.command) : command.command;
      const child = spawnBubblewrap({ args, command: program, marker, joins, maxFileBytes, group });
      if (child.pid !== undefined) groups.add(child.pid);
      return pipesOf(child);
    },
    egressFolder: network?.egressFolder,
    setImage(next) {
      image = next;
    },
    agentCommand: (command) => (image ? imageCommand(command) : [...command]),
    setEgress: (rules) => network?.setEgress(rules),
    pin: (pinned) => network?.pin(pinned),
    connect: (target) => withNetwork().connect(target),
    connectInside: async (port) => withNetwork().connectInside(port),
    serve: (handler) => withNetwork().serve(handler),
    showAlsoAt: (folder, other) => void aliases.set(other, folder),
    async setUser(user) {
      await writeAccountFiles(accounts, user, home);
      asRoot = user === "root";
    },
    get groups() {
      return [...groups];
    },
    async close() {
      await network?.close();
    },
  };
}

/** Opens the sandbox of a run. Close it when the run's processes have ended. */
export async function openRunSandbox(options: RunSandboxOptions): Promise<RunSandbox> {
  const sandbox = options.driver === "none" ? unsandboxed(options) : await openBubblewrap(options);
  const { spawn: start } = sandbox;
  sandbox.spawn = (command) => {
    checkCommand(command);
    return start(command);
  };
  return sandbox;
}
