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

describe('guessableBecause detects guessable passwords', () => {
  it.each([
    ["the product's name", 'grandapp'],
    ["the product's name with capitals and a digit", 'GrandApp1'],
    ["the product's name in two words", 'grand app'],
    ["the product's name between symbols", '!!Grand-App!!2026'],
    ["the product's name twice", 'grandappgrandapp'],
    ["the product's name with two more letters", 'mygrandapp1'],
    ['the name of the app in this household', 'rosefamily'],
    ["the household's name for the app with symbols", 'Rose&Family#1'],
    ['the last name', 'lovelace'],
    ['the last name with a year', 'Lovelace1815'],
    ['first and last name', 'AdaLovelace!'],
    ['last and first name', 'lovelace.ada'],
    ['the last name with accents', 'Lövélace1'],
    ['the email', 'ada.byron1815@garden.example'],
    ['the email in capitals', 'ADA.BYRON1815@GARDEN.EXAMPLE'],
    ['the local part of the email', 'ada.byron1815'],
    ['the local part without its dot', 'adabyron1815!'],
    ['a word of the local part', 'byron-99999'],
    ['a name and the product', 'lovelace grandapp'],
  ])('a password made of known words is refused: %s', (_, password) => {
    expect(guessableBecause(password, ADA)).toMatch(KNOWN);
  });

  it.each([
    ['one repeated character', 'a'.repeat(128)],
    ['one repeated symbol', '!!!!!!!!'],
    ['two alternating characters', 'abababab'],
    ['four alternating characters', 'x7q!x7q!x7'],
    ['the alphabet', 'abcdefgh'],
    ['the alphabet backwards', 'ZYXWVUTSR'],
    ['of another script', 'абвгдежз'],
    ['ascending digits', '123456789012'],
    ['descending digits', '0987654321'],
    ['a row of keys', 'asdfghjkl'],
    ['a row of another keyboard layout', 'qwertzuiop'],
    ['a row of keys backwards', 'poiuytrewq'],
    ['two sequences', 'abcd-1234'],
    ['repeated characters in groups', 'aaabbb111222'],
  ])('a password with a simple pattern is refused: %s', (_, password) => {
    expect(guessableBecause(password, ADA)).toMatch(PATTERN);
  });

  it.each([
    ['a sentence', 'the old garden gate'],
    ['a sentence with a name', 'lovelace swam to the lighthouse'],
    ['a sentence with the product', 'grand apples in september'],
    ['a generated password', 'xK7#pQ2v'],
    ['mostly symbols', '#$%&/()=123'],
    ['a short name within other letters', 'adagio-molto'],
    ['a sequence within other letters', 'abcd purple'],
    ['random digits', '83910274'],
    ['of another script', 'пурпурный кит'],
    ['a name of another person', 'hopper-compiler'],
  ])('a password that is hard to guess is accepted: %s', (_, password) => {
    expect(guessableBecause(password, ADA)).toBeUndefined();
  });

  it('empty and short names do not make a password guessable', () => {
    const nobody = { firstName: 'Al', lastName: 'Ng', email: 'al@x.yz', appName: '' };
    expect(guessableBecause('alng the river', nobody)).toBeUndefined();
    expect(guessableBecause('al-2026-07', { ...nobody, email: null })).toBeUndefined();
    expect(guessableBecause('al@x.yz1', nobody)).toMatch(KNOWN);
  });
});
