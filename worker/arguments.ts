import { parseArgs } from "node:util";

/** A command-line option. */
export interface OptionSpec {
  /** Placeholder of its value in the help text; undefined for a flag. */
  value?: string;
  /** The value is optional and defaults to `default`. */
  optional?: boolean;
  repeat?: boolean;
  short?: string;
  hidden?: boolean;
  /** Equivalent environment variable, without the service's prefix. */
  variable?: string;
  about: string;
}

/** All problems of a command line, one sentence each. */
export class OptionsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.map((problem) => `  - ${problem}`).join("\n"));
    this.name = "OptionsError";
  }
}

/** The parsed options. Environment variables apply if the option is missing; empty variables are ignored. */
export interface ParsedArguments<Name extends string> {
  one(name: Name, from?: "option"): string | undefined;
  many(name: Name): string[];
  flag(name: Name): boolean;
}

export interface Grammar<Name extends string> {
  options: Readonly<Record<Name, OptionSpec>>;
  /** Options of other workers, rejected with a specific message. */
  unsupported: readonly string[];
  /** Words that are never the value of an option with an optional value. */
  commands: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  prefix: string;
}

const isName = <Name extends string>(options: Readonly<Record<Name, OptionSpec>>, name: string): name is Name =>
  Object.hasOwn(options, name);

/**
 * Parses a command line: options in any position, as `--name value` or `--name=value`; the rest are words. `problems` has one
 * sentence per problem.
 */
export function readArguments<Name extends string>(
  argv: readonly string[],
  { options, unsupported, commands, environment, prefix }: Grammar<Name>,
): { parsed: ParsedArguments<Name>; words: string[]; problems: string[] } {
  const specs = new Map<string, OptionSpec>(Object.entries(options));
  for (const name of unsupported) specs.set(name, { value: "value", optional: true, about: "" });
  const isValue = (text: string | undefined) => text !== undefined && !text.startsWith("-") && !commands.includes(text);
  // parseArgs doesn't support optional values, so add the default explicitly.
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
    else if (!isName(options, name)) problems.push(`unknown option ${rawName}`);
    else {
      const { value, repeat } = options[name];
      if (value === undefined && text !== undefined) problems.push(`--${name} doesn't take a value`);
      if (value !== undefined && !text) problems.push(`--${name} requires a value`);
      const previous = values.get(name) ?? [];
      if (previous.length > 0 && !repeat) problems.push(`--${name} is specified twice`);
      values.set(name, [...previous, text ?? ""]);
    }
  }

  const variable = (name: Name) => {
    const suffix = options[name].variable;
    return (suffix && environment[`${prefix}_${suffix}`]) || undefined;
  };
  return {
    parsed: {
      one: (name, from) => values.get(name)?.[0] ?? (from === "option" ? undefined : variable(name)),
      many: (name) => values.get(name) ?? [],
      flag: (name) => values.has(name),
    },
    words,
    problems,
  };
}

/** Formats the options for a help text, without hidden ones. */
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
 * Runs a command-line program, handling `--help` and invalid options. Returns the exit code: that of `run`, 0 after the
 * usage text, 2 for invalid options.
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
    console.error(`Invalid options:\n${error.message}\n\nRun \`slipway ${program.name} --help\` for usage.`);
    return 2;
  }
}
