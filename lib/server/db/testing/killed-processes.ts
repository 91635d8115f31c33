import { KillableProcess } from "./killable-process";
import { bundleProgram, SpawnedProcess } from "./spawned-process";

interface Options {
  url: string;
  /** The source of the program of real processes. */
  program: string;
  /** Processes that are killed between two statements. */
  killable: number;
  /** Real processes that are killed with SIGKILL. */
  spawned: number;
  random: () => number;
  /** How likely each process is killed while it works. */
  chance: number;
  /** The most statements, or milliseconds of a real process, until it is killed. */
  within: number;
}

/** Processes of the dashboard, of which some are killed while they work, and replaced; for tests. */
export class KilledProcesses<Task, Question = never, Answer = never> {
  readonly kills = { killable: 0, spawned: 0 };
  readonly #processes: (KillableProcess | SpawnedProcess<Task, Question, Answer>)[] = [];

  private constructor(
    private readonly options: Options,
    private readonly program: Awaited<ReturnType<typeof bundleProgram>>,
  ) {}

  static async start<Task, Question = never, Answer = never>(
    options: Options,
  ): Promise<KilledProcesses<Task, Question, Answer>> {
    const own = new KilledProcesses<Task, Question, Answer>(options, await bundleProgram(options.program));
    for (let index = 0; index < options.killable; index += 1) own.#processes.push(await own.#startKillable());
    for (let index = 0; index < options.spawned; index += 1) own.#processes.push(await own.#startSpawned());
    return own;
  }

  get count(): number {
    return this.#processes.length;
  }

  #startKillable() {
    return KillableProcess.start(this.options.url);
  }

  #startSpawned() {
    return SpawnedProcess.start<Task, Question, Answer>(this.program.path, this.options.url);
  }

  /** Lets each process work until it is done or killed. */
  async work(
    run: (process: KillableProcess | SpawnedProcess<Task, Question, Answer>, index: number) => Promise<void>,
  ): Promise<void> {
    const { random, chance, within } = this.options;
    const processes = this.#processes;
    for (const process of processes) if (random() < chance) process.killAfter(Math.floor(random() * within));
    const runOne = (process: (typeof processes)[number], index: number) =>
      run(process, index).catch((error: unknown) => {
        if (!process.isDead) throw error;
      });
    await Promise.all(processes.map(runOne));
    for (const [index, process] of processes.entries()) {
      if (!process.isDead) {
        process.killAfter(Number.POSITIVE_INFINITY);
        continue;
      }
      const isSpawned = process instanceof SpawnedProcess;
      this.kills[isSpawned ? "spawned" : "killable"] += 1;
      await process.close();
      processes[index] = await (isSpawned ? this.#startSpawned() : this.#startKillable());
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.close()));
    await this.program.remove();
  }
}
