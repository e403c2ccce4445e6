/**
 * Whatever takes so long hangs. A little less than a test of the node level may take, so that the failure says what was
 * waited for. No wait has a shorter limit of its own: that would only tell how busy the machine is.
 */
export const hangMs = 50_000;
