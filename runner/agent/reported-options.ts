import type { ConfigOption, SessionState } from "../transcript/session-update";

/** The name of an option's current value. */
function currentName({ currentValue, options }: ConfigOption): string {
  return options?.find(({ value }) => value === currentValue)?.name ?? String(currentValue);
}

/** The options of a session, as the agent last reported them. */
export class ReportedOptions {
  #options: readonly ConfigOption[] | undefined;

  /** Takes all options of an update or a response. Returns the values that changed, such as "Model changed to Large". */
  report(options: readonly ConfigOption[] | null | undefined): string[] {
    if (!options || options.length === 0) return [];
    const before = this.#options ?? [];
    this.#options = options;
    return options.flatMap((option) => {
      const known = before.find(({ id }) => id === option.id);
      const isSame = !known || known.currentValue === option.currentValue;
      return isSame ? [] : [`${option.name ?? option.id} changed to ${currentName(option)}`];
    });
  }

  /** The session's state with the reported options. Takes those of the state if there are none. */
  in(state: SessionState): SessionState {
    if (!this.#options) this.report(state.configOptions);
    return this.#options ? { ...state, configOptions: [...this.#options] } : state;
  }
}
