import type { JsonObject } from '../text/jsonObject.ts';

/** What an agent tells of an event, as it came: a JSON object of keys that nobody vouches for. */
export type Payload = JsonObject;
