/** Ends a run with status ERROR. Users see the message. */
export class RunFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "RunFailure";
  }
}
