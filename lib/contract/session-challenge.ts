/**
 * `WWW-Authenticate` of the dashboard's responses to requests without a valid session. Browsers ignore unknown schemes.
 * It distinguishes an ended session from an API key that the service rejects with the same status.
 */
export const sessionChallenge = 'Session realm="slipway"';
