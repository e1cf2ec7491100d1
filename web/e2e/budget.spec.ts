import { expect, test } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// These tests need no browser: they check which parts of a build count for the size of a page.

interface Chunk {
  // In kB; random, so that gzip cannot make it smaller.
  size: number;
  imports?: string[];
  dynamicImports?: string[];
  css?: number;
}

const script = fileURLToPath(new URL('../scripts/budget.mjs', import.meta.url));

// budgetOf runs the script on a build of these chunks.
function budgetOf(chunks: Record<string, Chunk>) {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-budget-'));
  const manifest: Record<string, unknown> = {};
  for (const [index, [key, { size, css, ...rest }]] of Object.entries(chunks).entries()) {
    const file = `${index}.js`;
    writeFileSync(join(folder, file), randomBytes(size * 1000));
    if (css) writeFileSync(join(folder, `${index}.css`), randomBytes(css * 1000));
    manifest[key] = { file, css: css ? [`${index}.css`] : undefined, ...rest };
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const sizes = [...stdout.matchAll(/^ *([\d.]+) kB of \S+ kB gzip {2}(\S+) {2}(.*)$/gm)].map(([, size, name, mark]) => [name, { kB: Math.floor(Number(size)), mark }]);
  return { status, stderr, rows: Object.fromEntries(sizes) as Record<string, { kB: number; mark: string }> };
}

const build = (changes: Record<string, Chunk> = {}): Record<string, Chunk> => ({
  'index.html': { size: 100, css: 10, imports: ['_react.js'], dynamicImports: ['src/a/APage.tsx', 'src/b/BPage.tsx', 'src/shell/Palette.tsx'] },
  '_react.js': { size: 50 },
  'src/shell/Palette.tsx': { size: 20, imports: ['_react.js'] },
  'src/a/APage.tsx': { size: 30, imports: ['_react.js', '_menu.js'], dynamicImports: ['src/a/Editor.tsx', 'src/b/BPage.tsx'] },
  '_menu.js': { size: 5 },
  'src/a/Editor.tsx': { size: 40, imports: ['_menu.js'], dynamicImports: ['src/a/Completion.tsx'] },
  'src/a/Completion.tsx': { size: 10 },
  'src/b/BPage.tsx': { size: 60 },
  'api-docs.html': { size: 10, dynamicImports: ['_viewer.js'] },
  '_viewer.js': { size: 200 },
  ...changes,
});

test('a page counts what it loads later, at any depth, and no other page', () => {
  const { status, rows } = budgetOf(build());
  expect(rows).toEqual({
    shell: { kB: 160, mark: 'ok' },
    'a/APage.tsx': { kB: 160 + 20 + 30 + 5 + 40 + 10, mark: 'ok' },
    'b/BPage.tsx': { kB: 160 + 20 + 60, mark: 'ok' },
    'api-docs.html': { kB: 210, mark: 'ok' },
  });
  expect(status).toBe(0);
});

test('a build over its budget fails, also because of a part that is loaded later', () => {
  const lazy = budgetOf(build({ 'src/a/Completion.tsx': { size: 120 } }));
  expect(lazy.status).toBe(1);
  expect(lazy.stderr).toContain('over its budget');
  expect(lazy.rows['a/APage.tsx']?.mark).toBe('TOO HEAVY');
  expect(lazy.rows['b/BPage.tsx']?.mark).toBe('ok');
  const shell = budgetOf(build({ '_react.js': { size: 66 } }));
  expect(shell.status).toBe(1);
  expect(shell.rows.shell?.mark).toBe('TOO HEAVY');
});
