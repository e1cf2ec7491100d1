import { expect, test } from '@playwright/test';
import { macroNames, relationsOf, wantedAt } from '../src/nodeEditor/completion';
import { replacementOf, withFix } from '../src/nodeEditor/fix';

// These tests need no browser: they check what the text editor offers, and how it applies a fix.

test('the text before the cursor says what is wanted', () => {
  expect(wantedAt("FROM {{ ref('ST")).toEqual({ kind: 'location', from: 13 });
  expect(wantedAt("FROM {{ ref('STAGE', 'STG")).toEqual({ kind: 'node', from: 22, location: 'STAGE' });
  expect(wantedAt("FROM {{ ref_no_link( 'STAGE' , '")).toMatchObject({ kind: 'node', location: 'STAGE' });
  expect(wantedAt('SELECT o.quan')).toEqual({ kind: 'column', from: 9, relation: 'o' });
  expect(wantedAt('SELECT "My orders".')).toEqual({ kind: 'column', from: 19, relation: 'My orders' });
  expect(wantedAt('SELECT quan')).toEqual({ kind: 'word', from: 7 });
  expect(wantedAt('SELECT {{ pri')).toEqual({ kind: 'macro', from: 10 });
  expect(wantedAt('{{ a() }} FR')).toEqual({ kind: 'word', from: 10 });
  expect(wantedAt('o.id @testN')).toEqual({ kind: 'annotation', from: 6 });
  expect(wantedAt("SELECT 'a tex")).toBeUndefined();
  expect(wantedAt('-- a comm')).toBeUndefined();
  expect(wantedAt("SELECT 'it''s', quan")).toMatchObject({ kind: 'word' });
  expect(wantedAt('SELECT 12')).toBeUndefined();
});

test('relations have the alias that their columns are written with', () => {
  const text = `FROM {{ ref('STAGE', 'STG_ORDERS') }} AS o
LEFT JOIN {{ ref("CORE", "DIM_CUSTOMER") }} c ON true
JOIN {{ ref_link('CORE', 'DIM_PRODUCT') }} AS "The product" ON true
JOIN {{ ref('RAW', 'DAYS') }}
WHERE true`;
  expect(relationsOf(text)).toEqual([
    { alias: 'o', location: 'STAGE', node: 'STG_ORDERS' },
    { alias: 'c', location: 'CORE', node: 'DIM_CUSTOMER' },
    { alias: 'The product', location: 'CORE', node: 'DIM_PRODUCT' },
    { alias: 'DAYS', location: 'RAW', node: 'DAYS' },
  ]);
  expect(macroNames('{% macro price(a) %}1{% endmacro %}\n{%- macro tax() -%}{%- endmacro %}')).toEqual(['price', 'tax']);
});

test('a fix replaces the text at its position, and nothing if the text is another one', () => {
  const text = "SELECT '😀', o.emial\nFROM x";
  const fix = { line: 1, column: 13, old: 'o.emial', new: 'o.email' };
  expect(withFix(text, fix)).toBe("SELECT '😀', o.email\nFROM x");
  expect(replacementOf(text, { ...fix, column: 12 })).toBeUndefined();
  expect(replacementOf(text, { ...fix, line: 9 })).toBeUndefined();
  expect(withFix(text, { ...fix, line: 2 })).toBe(text);
});
