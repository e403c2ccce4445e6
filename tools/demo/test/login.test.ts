import assert from 'node:assert/strict';
import { test } from 'node:test';
import { login } from '../src/login.ts';

const account = { email: 'ada@example.com', password: 'difference engine', failedAttempts: 0 };

test('the right password logs in', () => {
  assert.equal(login(account, 'ada@example.com', 'difference engine'), 'ok');
});

test('a wrong password does not', () => {
  assert.equal(login(account, 'ada@example.com', 'guess'), 'wrong');
});

test('five failures lock the account', () => {
  assert.equal(login({ ...account, failedAttempts: 5 }, 'ada@example.com', 'difference engine'), 'locked');
});
