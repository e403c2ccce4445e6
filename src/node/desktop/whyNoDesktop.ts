/** Why nothing can be shown outside VS Code here, in a fixed phrase; nothing where it can. */
export function whyNoDesktop(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | undefined {
  if (env.SSH_CONNECTION) {
    return 'no notifications outside VS Code: this machine is used over SSH';
  }
  const needsDisplay = platform !== 'darwin' && platform !== 'win32';
  return needsDisplay && !env.DISPLAY && !env.WAYLAND_DISPLAY
    ? 'no notifications outside VS Code: there is no display'
    : undefined;
}
