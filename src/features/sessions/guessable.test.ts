import { describe, expect, it } from 'vitest';
import { guessableBecause } from './guessable.ts';

const ADA = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada.byron1815@garden.example',
  appName: 'Rose & Family',
};

const KNOWN = /little more than a name/;
const PATTERN = /simple pattern/;

describe('a password', () => {
  it.each([
    ['the product', 'grandapp'],
    ['in capitals with a digit', 'GrandApp1'],
    ['in two words', 'grand app'],
    ['with signs around', '!!Grand-App!!2026'],
    ['twice', 'grandappgrandapp'],
    ['with a letter or two more', 'mygrandapp1'],
    ['the name of the app in this household', 'rosefamily'],
    ['with signs', 'Rose&Family#1'],
    ['the last name', 'lovelace'],
    ['with a year', 'Lovelace1815'],
    ['first and last name', 'AdaLovelace!'],
    ['the other way round', 'lovelace.ada'],
    ['with accents', 'Lövélace1'],
    ['the email', 'ada.byron1815@garden.example'],
    ['in capitals', 'ADA.BYRON1815@GARDEN.EXAMPLE'],
    ['its first part', 'ada.byron1815'],
    ['without its dot', 'adabyron1815!'],
    ['a word of its first part', 'byron-99999'],
    ['a name and the product', 'lovelace grandapp'],
  ])('made of what others know is refused: %s', (_, password) => {
    expect(guessableBecause(password, ADA)).toMatch(KNOWN);
  });

  it.each([
    ['one character', 'a'.repeat(128)],
    ['one sign', '!!!!!!!!'],
    ['two in turn', 'abababab'],
    ['four in turn', 'x7q!x7q!x7'],
    ['the alphabet', 'abcdefgh'],
    ['backwards', 'ZYXWVUTSR'],
    ['of another script', 'абвгдежз'],
    ['counting', '123456789012'],
    ['counting down', '0987654321'],
    ['a row of keys', 'asdfghjkl'],
    ['of another keyboard', 'qwertzuiop'],
    ['backwards on the keys', 'poiuytrewq'],
    ['rows one after the other', 'abcd-1234'],
    ['and repeats', 'aaabbb111222'],
  ])('that is a pattern is refused: %s', (_, password) => {
    expect(guessableBecause(password, ADA)).toMatch(PATTERN);
  });

  it.each([
    ['a sentence', 'the old garden gate'],
    ['a sentence with a name', 'lovelace swam to the lighthouse'],
    ['a sentence with the product', 'grand apples in september'],
    ['what a generator makes', 'xK7#pQ2v'],
    ['mostly signs', '#$%&/()=123'],
    ['a short name within others', 'adagio-molto'],
    ['a row within others', 'abcd purple'],
    ['digits without order', '83910274'],
    ['of another script', 'пурпурный кит'],
    ['a name of somebody else', 'hopper-compiler'],
  ])('that nobody guesses early is taken: %s', (_, password) => {
    expect(guessableBecause(password, ADA)).toBeUndefined();
  });

  it('is not refused because of what is empty or short', () => {
    const nobody = { firstName: 'Al', lastName: 'Ng', email: 'al@x.yz', appName: '' };
    expect(guessableBecause('alng the river', nobody)).toBeUndefined();
    expect(guessableBecause('al-2026-07', { ...nobody, email: null })).toBeUndefined();
    expect(guessableBecause('al@x.yz1', nobody)).toMatch(KNOWN);
  });
});
