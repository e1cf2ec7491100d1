import type { Page, Request } from '@playwright/test';
import { expect, signIn, test } from './fixtures';
import { Sample } from './sample';

test.use({ withSample: true });

// watch collects the requests that the server refuses, and tells when no request is under way.
function watch(page: Page) {
  const refused: string[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (/\/(?:api|scheduler)\/(?!v1\/events)|\/assets\/(?!worker)/.test(request.url())) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('framenavigated', () => open.clear()); // what the page before has requested does not end
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${new URL(response.url()).pathname}`);
  });
  // Two frames, so that the page has drawn what a click changed and sent what it requests.
  const quiet = async () => {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expect.poll(() => open.size, { intervals: [20, 50, 100] }).toBe(0);
  };
  return { refused, quiet };
}

// Everything in the page that can be clicked and stays on it. Buttons that copy open and change nothing on the page.
const copies = 'main button:has-text("Copy")';
const actions = 'main button:visible:not([aria-disabled="true"]):not(:disabled):not(:has-text("Copy"))';
const submit = 'dialog button[type="submit"]:visible:not([aria-disabled="true"]):not(:disabled)';

// pressAll clicks every button of a page, and the button that confirms a dialog.
async function pressAll(page: Page, path: string, quiet: () => Promise<void>): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await quiet();
  await page.locator(copies).evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLButtonElement).click()));
  await quiet();
  const count = await page.locator(actions).count();
  for (let index = 0; index < count; index++) {
    const button = page.locator(actions).nth(index);
    if ((await button.count()) === 0) break; // an earlier click has hidden it
    await button.click({ timeout: 2_000 }).catch(() => undefined);
    await quiet();
    if ((await page.locator(submit).count()) > 0) {
      await page.locator(submit).first().click({ timeout: 2_000 }).catch(() => undefined);
      await quiet();
    }
    await page.keyboard.press('Escape');
    if (addressOf(page) !== path) await returnTo(page, path, quiet);
  }
}

function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

// returnTo opens the page again after a button has left it. Going back costs less than loading the application.
async function returnTo(page: Page, path: string, quiet: () => Promise<void>): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  if (addressOf(page) !== path) await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await quiet();
}

test('a member with few rights finds no button that the server refuses', async ({ page, seed }) => {
  test.slow(); // it presses some hundred buttons
  const sample = await Sample.of(seed);
  const person = await seed.person('Rea');
  await sample.grant(person, sample.production, 'reader');
  await seed.put(`/api/v2/userRoles/${person.id}/projects/${sample.project}`, { role: 'projectMember' });
  const schedule = await sample.schedule(sample.production, 'Every morning');
  const { data: nodes } = await seed.get<{ data: { id: string; name: string }[] }>(`/api/v1/workspaces/${Sample.workspace}/nodes`);
  const node = nodes.find(({ name }) => name === 'FCT_ORDER')!;
  const { data: jobs } = await seed.get<{ data: { id: string }[] }>(`/api/v1/workspaces/${Sample.workspace}/jobs`);
  const workspace = `/projects/${sample.project}/workspaces/${Sample.workspace}`;
  const { refused, quiet } = watch(page);
  await signIn(page, person);
  const pages = [
    '/projects',
    `/projects/${sample.project}`,
    `/projects/${sample.project}/settings`,
    `/projects/${sample.project}/jobs`,
    '/deploy',
    sample.page(sample.production),
    ...['nodes', 'history', 'schedules', 'parameters', 'mappings', 'connection', 'access'].map((tab) => sample.page(sample.production, `?tab=${tab}`)),
    sample.page(sample.production, '/deploy'),
    '/runs',
    `/runs/${sample.production.runs[0]!.id}`,
    `${workspace}/build`,
    `${workspace}/build?view=nodes`,
    `${workspace}/nodes/${node.id}`,
    `${workspace}/nodes/${node.id}?tab=options`,
    `${workspace}/nodes/new`,
    `${workspace}/changes`,
    `${workspace}/settings`,
    `${workspace}/sources`,
    `${workspace}/jobs/${jobs[0]!.id}`,
    `/schedules/${schedule.id}`,
    '/catalog',
  ];
  for (const path of pages) {
    await test.step(path, () => pressAll(page, path, quiet));
    expect(refused.splice(0), path).toEqual([]);
  }
});

test('a role that was taken away takes its buttons with it', { tag: '@core' }, async ({ page, seed }) => {
  const sample = await Sample.of(seed);
  const person = await seed.person('Rea');
  await sample.grant(person, sample.production, 'environmentAdministrator');
  await signIn(page, person);
  await page.goto('/deploy');
  const run = page.getByRole('button', { name: 'Run Production' });
  await expect(run).toBeVisible();
  await sample.grant(person, sample.production, 'reader');
  await run.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(run).toHaveCount(0);
});
