import { parseArgs } from "node:util";

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

/**
 * Reads a command line: options in any place, `--name value` or `--name=value`; the rest are words. `problems` has one
 * sentence for everything that is wrong.
 */
export function readArguments<Name extends string>(
  argv: readonly string[],
  { options, unsupported, commands, environment, prefix }: Grammar<Name>,
): { given: Given<Name>; words: string[]; problems: string[] } {
  const specs = new Map<string, OptionSpec>(Object.entries(options));
  for (const name of unsupported) specs.set(name, { value: "value", optional: true, about: "" });
  const isValue = (text: string | undefined) => text !== undefined && !text.startsWith("-") && !commands.includes(text);
  // parseArgs has no optional values: one that is left out is written out.
  const args = argv.map((arg, index) =>
    specs.get(arg.replace(/^--/, ""))?.optional && arg.startsWith("--") && !isValue(argv[index + 1])
      ? `${arg}=default`
      : arg,
  );
  const { tokens } = parseArgs({
    args,
    options: Object.fromEntries(
      [...specs].map(([name, { value, short }]) => [
        name,
        { type: value === undefined ? ("boolean" as const) : ("string" as const), ...(short ? { short } : {}) },
      ]),
    ),
    strict: false,
    tokens: true,
  });

  const values = new Map<Name, string[]>();
  const words: string[] = [];
  const problems: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value: text } = token;
    if (unsupported.includes(name)) problems.push(`--${name} is not supported by this worker`);
    else if (!isName(options, name)) problems.push(`there is no option ${rawName}`);
    else {
      const { value, repeat } = options[name];
      if (value === undefined && text !== undefined) problems.push(`--${name} takes no value`);
      if (value !== undefined && !text) problems.push(`--${name} needs a value`);
      const before = values.get(name) ?? [];
      if (before.length > 0 && !repeat) problems.push(`--${name} is given twice`);
      values.set(name, [...before, text ?? ""]);
    }
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
