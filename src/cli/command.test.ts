import { describe, expect, it } from 'vitest';
import { NotUnderstood, readCommand } from './command.ts';

describe('readCommand from typed words', () => {
  it.each([
    ['', { name: 'help' }],
    ['accounts', { name: 'accounts' }],
    ['doctor', { name: 'doctor' }],
    ['upgrade --check', { name: 'upgrade' }],
    ['service', { name: 'service', isInstalled: false }],
    ['service install', { name: 'service', isInstalled: true }],
    ['backup ../grand.zip', { name: 'backup', file: '../grand.zip' }],
    ['restore grand.zip', { name: 'restore', file: 'grand.zip', isMove: false }],
    ['restore grand.zip --move', { name: 'restore', file: 'grand.zip', isMove: true }],
    ['confirm-email Ada@Example.com', { name: 'confirm-email', email: 'ada@example.com' }],
    ['reset-password Ada@Example.com', { name: 'reset-password', email: 'ada@example.com' }],
    [
      'subscription set ga-104823 --status paused',
      { accountNumber: 'GA-104823', status: 'paused', endsAt: undefined },
    ],
    [
      'subscription set GA-104823 --end 2026-12-31 --status active',
      { status: 'active', endsAt: new Date('2027-01-01T00:00:00Z') },
    ],
    [
      'subscription set GA-104823 --end 2026-12-31T08:00:00Z',
      { status: undefined, endsAt: new Date('2026-12-31T08:00:00Z') },
    ],
  ])("the command '%s' is understood", (line, command) => {
    expect(readCommand(line.split(' ').filter(Boolean))).toMatchObject(command);
  });

  it.each([
    ['backwards', "There is no command 'backwards'."],
    ['backup', 'Which file? Give its name: backup FILE.'],
    ['restore', 'Which file? Give its name: restore FILE.'],
    ['restore one two', "'two' is too much here."],
    ['backup one --move', "'--move' is too much here."],
    ['accounts all', "'all' is too much here."],
    ['reset-password', 'Whose password? Give the email.'],
    ['confirm-email', 'Which email?'],
    ['subscription get GA-1', "A subscription can only be 'set'."],
    ['subscription set --status active', 'Give its Customer ID'],
    ['upgrade', 'An upgrade can only be looked for'],
    ['upgrade --check now', "'now' is too much here."],
    ['service start', "A service can only be printed, or 'install'ed."],
    ['subscription set GA-1', 'Nothing to set'],
    ['subscription set GA-1 --status gone', '--status must be active, paused, canceled, past_due.'],
    ['subscription set GA-1 --end tomorrow', '--end must be a date such as 2026-12-31.'],
    ['subscription set GA-1 --end 2026-02-30', '--end must be a date such as 2026-12-31.'],
    ['subscription set GA-1 --plan yearly', "There is no option '--plan'."],
  ])("the command '%s' is refused: %s", (line, sentence) => {
    const reading = () => readCommand(line.split(' '));
    expect(reading).toThrow(NotUnderstood);
    expect(reading).toThrow(sentence);
  });
});
