/** Ends a run with status ERROR. Users see the message. */
export class RunFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "RunFailure";
  }
}
