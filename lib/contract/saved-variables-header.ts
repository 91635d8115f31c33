/**
 * Request header of a launch through the dashboard: ids of saved variables to add to the automatic ones, separated by commas, or
 * `none` to add no saved variables at all.
 */
export const savedVariablesHeader = "saved-variables";

/** The header's value that declines all saved variables. */
export const noSavedVariables = "none";
