/** What a command line option takes. */
export interface OptionSpec {
  /** Name of its value in the help; absent for a flag. */
  value?: string;
  /** The value may be left out; `default` is meant then. */
  optional?: boolean;
  repeat?: boolean;
  short?: string;
  hidden?: boolean;
  /** Environment variable with the same effect, without the service's prefix. */
  variable?: string;
  about: string;
}

/** Everything that is wrong with a command line, one sentence each. */
export class OptionsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.map((problem) => `  - ${problem}`).join("\n"));
    this.name = "OptionsError";
  }
}

/** The options that were given; a variable counts where its option is absent. An empty variable counts as absent. */
export interface Given<Name extends string> {
  one(name: Name, from?: "option"): string | undefined;
  many(name: Name): string[];
  flag(name: Name): boolean;
}

export interface Grammar<Name extends string> {
  options: Readonly<Record<Name, OptionSpec>>;
  /** Options that exist elsewhere and are refused with a sentence of their own. */
  unsupported: readonly string[];
  /** Words that are never the value of an option whose value is optional. */
  commands: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  prefix: string;
}

const isName = <Name extends string>(options: Readonly<Record<Name, OptionSpec>>, name: string): name is Name =>
  Object.hasOwn(options, name);

/** Takes a command line apart: options in any place, `--name value` or `--name=value`, the rest are words. */
export function readArguments<Name extends string>(
  argv: readonly string[],
  { options, unsupported, commands, environment, prefix }: Grammar<Name>,
): { given: Given<Name>; words: string[]; problems: string[] } {
  const values = new Map<Name, string[]>();
  const words: string[] = [];
  const problems: string[] = [];
  const byShort = (short: string) =>
    Object.keys(options).find((name) => isName(options, name) && options[name].short === short) ?? short;

  const left = [...argv];
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    const [, dashes = "", word = "", attached] = /^(--?)([^=]+)(?:=([\s\S]*))?$/.exec(part) ?? [];
    if (dashes === "") {
      words.push(part);
      continue;
    }
    const name = dashes === "-" ? byShort(word) : word;
    if (unsupported.includes(name)) {
      problems.push(`--${name} is not supported by this worker`);
      if (left[0] !== undefined && !left[0].startsWith("-") && !commands.includes(left[0])) left.shift();
      continue;
    }
    if (!isName(options, name)) {
      problems.push(`there is no option ${dashes}${word}`);
      continue;
    }
    const { value, optional, repeat } = options[name];
    let text = attached;
    if (value === undefined) {
      if (attached !== undefined) problems.push(`--${name} takes no value`);
      text = "";
    } else if (text === undefined) {
      const [next] = left;
      const taken = next !== undefined && (optional ? !next.startsWith("-") && !commands.includes(next) : true);
      if (taken) left.shift();
      text = taken ? next : optional ? "default" : undefined;
    }
    if (text === undefined || (value !== undefined && text === "")) {
      problems.push(`--${name} needs a value`);
      continue;
    }
    const before = values.get(name) ?? [];
    if (before.length > 0 && !repeat) problems.push(`--${name} is given twice`);
    values.set(name, [...before, text]);
  }

  const variable = (name: Name) => {
    const suffix = options[name].variable;
    return (suffix && environment[`${prefix}_${suffix}`]) || undefined;
  };
  return {
    given: {
      one: (name, from) => values.get(name)?.[0] ?? (from === "option" ? undefined : variable(name)),
      many: (name) => values.get(name) ?? [],
      flag: (name) => values.has(name),
    },
    words,
    problems,
  };
}

/** The options as a help text shows them; hidden ones are not in it. */
export function describeOptions(options: Readonly<Record<string, OptionSpec>>, prefix: string): string {
  return Object.entries(options)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, { value, optional, short, variable, about }]) => {
      const shown = value === undefined ? "" : optional ? ` [${value}]` : ` <${value}>`;
      const also = variable ? ` (${prefix}_${variable})` : "";
      return `  ${short ? `-${short}, ` : ""}--${name}${shown}${also}\n        ${about}`;
    })
    .join("\n");
}

/**
 * Runs a program that reads its options from a command line: prints its usage when asked, and what is wrong with its options.
 * Answers the exit code: what `run` answers, 0 after the usage, 2 for wrong options.
 */
export async function runProgram(
  argv: readonly string[],
  program: { name: string; usage: () => string; run: () => Promise<number> },
): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h") || argv[0] === "help") {
    console.log(program.usage());
    return 0;
  }
  try {
    return await program.run();
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    console.error(`wrong options:\n${error.message}\n\n\`slipway ${program.name} --help\` lists them.`);
    return 2;
  }
}
