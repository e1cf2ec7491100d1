// Fails the build if the shell or a page exceeds its size limit. Sizes are gzipped scripts and styles.
//
// The shell is what a browser loads for every address: the entry and its imports. A page is the shell, the files of the
// page, and everything that the page loads by itself or with one click: the chunks that its code and that of the shell
// import dynamically, and the chunks that those import, at any depth. Such chunks are text editors, dialogs, menus and the
// palette. Other pages are not part of a page; a module whose name ends in Page.tsx is a page.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = process.argv[2] ?? fileURLToPath(new URL('../../internal/webui/dist', import.meta.url));
const shellLimit = 175_000;
const pageLimit = 350_000;

const manifestPath = join(dist, 'manifest.json');
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
// Browsers do not need it, so it is not embedded in the binary.
rmSync(manifestPath);

const isPage = (key) => key.endsWith('Page.tsx');

// chunksOf returns the chunks that are loaded with a chunk. If lazy, also those that are loaded later, except for pages.
function chunksOf(key, isLazy, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  const { imports = [], dynamicImports = [] } = manifest[key];
  const later = isLazy ? dynamicImports.filter((other) => !isPage(other)) : [];
  for (const other of [...imports, ...later]) chunksOf(other, isLazy, seen);
  return seen;
}

const weights = new Map();

function weightOf(file) {
  if (!weights.has(file)) weights.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return weights.get(file);
}

function weigh(chunks) {
  const files = new Set([...chunks].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]));
  return [...files].reduce((sum, file) => sum + weightOf(file), 0);
}

function measure() {
  const entry = 'index.html';
  const shell = chunksOf(entry, true);
  const pages = [...shell].flatMap((key) => manifest[key].dynamicImports ?? []).filter(isPage);
  const rows = [{ name: 'shell', weight: weigh(chunksOf(entry, false)), limit: shellLimit }];
  for (const page of new Set(pages)) {
    rows.push({ name: page.replace(/^src\//, ''), weight: weigh(chunksOf(page, true, new Set(shell))), limit: pageLimit });
  }
  rows.push({ name: 'api-docs.html', weight: weigh(chunksOf('api-docs.html', true)), limit: pageLimit });
  return rows;
}

const rows = measure();
for (const { name, weight, limit } of rows) {
  const mark = weight > limit ? 'TOO HEAVY' : 'ok';
  console.log(`${(weight / 1000).toFixed(1).padStart(7)} kB of ${limit / 1000} kB gzip  ${name}  ${mark}`);
}
if (rows.some(({ weight, limit }) => weight > limit)) {
  console.error('The web application is over its budget.');
  process.exit(1);
}
