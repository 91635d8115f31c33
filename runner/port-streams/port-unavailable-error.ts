/** A port of a run can't be connected to at the moment. The message is for the user. */
export class PortUnavailableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PortUnavailableError";
  }
}
