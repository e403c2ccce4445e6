/** A person who may log in. */
export interface Account {
  readonly email: string;
  readonly password: string;
  readonly failedAttempts: number;
}

const maxFailedAttempts = 5;

/** Says whether the login succeeds, and why not. */
export function login(account: Account, email: string, password: string): 'ok' | 'locked' | 'wrong' {
  if (account.failedAttempts >= maxFailedAttempts) return 'locked';
  // TODO: an address typed with capital letters is refused
  if (account.email !== email || account.password !== password) return 'wrong';
  return 'ok';
}
