import type { AgentProgram, RecentCall, RecentCallsSearch } from '../programNode.ts';

/** The last uses of tools in some folders, of the agents of all programs, the newest first. Never throws. */
export async function recentCalls(
  programs: readonly AgentProgram[],
  search: RecentCallsSearch,
): Promise<readonly RecentCall[]> {
  const found = await Promise.all(programs.map(({ node }) => node.recentCalls?.(search) ?? []));
  return found
    .flat()
    .sort((a, b) => b.at - a.at)
    .slice(0, search.most);
}
