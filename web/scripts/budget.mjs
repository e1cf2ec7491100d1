// Fails the build if the shell or a page exceeds its size limit. The size of a page is what a browser loads when
// it is opened first: the shell, the files of the page and all their imports, scripts and styles, gzipped.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../../internal/webui/dist', import.meta.url));
const shellLimit = 180_000;
const pageLimit = 350_000;

const manifestPath = join(dist, 'manifest.json');
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
// Browsers do not need it, so it is not embedded in the binary.
rmSync(manifestPath);

function filesOf(key, seen = new Set()) {
  if (seen.has(key)) return new Set();
  seen.add(key);
  const { file, css = [], imports = [] } = manifest[key];
  return new Set([file, ...css, ...imports.flatMap((imported) => [...filesOf(imported, seen)])]);
}

const weigh = (files) => [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);

function measure() {
  const shell = filesOf('index.html');
  const parts = manifest['index.html'].dynamicImports ?? [];
  const rows = [{ name: 'shell', weight: weigh(shell), limit: shellLimit }];
  for (const part of parts) {
    rows.push({ name: part.replace(/^src\//, ''), weight: weigh(new Set([...shell, ...filesOf(part)])), limit: pageLimit });
  }
  const apiDocs = ['api-docs.html', ...(manifest['api-docs.html'].dynamicImports ?? [])];
  const apiDocsFiles = new Set(apiDocs.flatMap((key) => [...filesOf(key)]));
  rows.push({ name: 'api-docs.html', weight: weigh(apiDocsFiles), limit: pageLimit });
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
