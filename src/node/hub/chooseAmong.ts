import type { Listening } from '../../core/wire/ownerOf.ts';
import { askListener } from '../listener/askListener.ts';
import type { Decided } from './decisions.ts';

/** Has the one of these listeners that supervises a run do what a person chose for it. */
export async function chooseAmong(
  listeners: readonly Listening[],
  wanted: Readonly<Record<string, unknown>>,
): Promise<Decided> {
  const call = { method: 'POST', path: '/v1/decide', body: JSON.stringify(wanted) } as const;
  const replies = await Promise.all(listeners.map((one) => askListener(one, call)));
  const known = replies.find(({ status }) => status === 200) ?? replies.find(({ status }) => status === 409);
  return known
    ? { status: known.status === 200 ? 200 : 409, reason: known.body }
    : {
        status: 404,
        reason: 'nothing supervises this run; open its folder in VS Code, or cancel it',
      };
}
