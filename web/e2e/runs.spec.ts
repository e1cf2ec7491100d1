import { expectNoViolations } from './axe';
import { expect, openProjects, signIn, test } from './fixtures';
import { deployedProject } from './project';

test('the list shows first errors, filters them in the address, and re-runs what failed', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  const flawed = await orders.finished({ flaw: 2 }, 'completed');
  const failed = await orders.finished({ factor: 'n/a' }, 'failed');
  await openProjects(app);
  await app.keyboard.press('g');
  await app.keyboard.press('r');
  await expect(app).toHaveURL(/\/runs$/);
  await expect(app.getByRole('heading', { name: '1 unresolved failure' })).toBeVisible();
  await expect(app.getByRole('link', { name: /^Runs 1 unresolved failure$/ })).toBeVisible();

  const failedRow = app.getByRole('row', { name: new RegExp(`Failed ${failed}`) });
  await expect(failedRow).toContainText("FCT_ORDER › stage Insert rows: Conversion Error: Could not convert string 'n/a' to INT32");
  await expect(failedRow).toContainText('Admin User');
  const flawedRow = app.getByRole('row', { name: new RegExp(`Tests failed ${flawed}`) });
  await expect(flawedRow).toContainText('CUSTOMERS › 1 row failed');
  await expectNoViolations(app);

  await app.getByLabel('Status').selectOption('Tests failed');
  await expect(app).toHaveURL(/status=testsFailed/);
  await expect(failedRow).toHaveCount(0);
  await app.reload();
  await expect(flawedRow).toBeVisible();
  await expect(failedRow).toHaveCount(0);
  await app.getByRole('link', { name: 'Clear filters' }).click();
  await app.getByLabel('Type').selectOption('Deploy');
  await expect(app.getByRole('row', { name: /Completed 1 / })).toContainText('Deploy of');
  await expect(flawedRow).toHaveCount(0);
  await app.goto('/runs?q=fct_order');
  await expect(failedRow).toBeVisible();
  await expect(flawedRow).toHaveCount(0);
  await app.getByLabel('Error, node or number').fill('no such text');
  await expect(app.getByRole('heading', { name: 'No run matches' })).toBeVisible();

  // The failure still fails again: the new run is listed without a reload.
  await app.goto('/runs');
  await expect(failedRow).toBeVisible();
  await app.getByLabel(`Select run ${failed}`).check();
  await app.getByRole('region', { name: 'Selected runs' }).getByRole('button', { name: 'Re-run from failure…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Re-run 1 run from failure?' });
  await expect(dialog).toContainText('2 nodes that failed or did not run');
  await dialog.getByRole('button', { name: 'Start 1 run' }).click();
  const again = app.getByRole('row', { name: new RegExp(`Failed ${Number(failed) + 1}`) });
  await expect(again).toContainText(`re-run of ${failed}`);
  await expect(app.getByRole('heading', { name: '1 unresolved failure' })).toBeVisible();

  // A second attempt starts only what the first one did not.
  let calls = 0;
  await app.route('**/scheduler/rerun', (route) => (++calls === 2 ? route.abort() : route.continue()));
  await app.getByLabel(`Select run ${failed}`).check();
  await app.getByLabel(`Select run ${Number(failed) + 1}`).check();
  await app.keyboard.press('r');
  const both = app.getByRole('dialog', { name: 'Re-run 2 runs from failure?' });
  await both.getByRole('button', { name: 'Start 2 runs' }).click();
  await expect(both.getByRole('alert')).toContainText('cannot be reached');
  await both.getByRole('button', { name: 'Start 1 run' }).click();
  await expect(both).toHaveCount(0);
  expect(calls).toBe(3);
});

test('the keyboard moves through the list and opens a run', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  await orders.finished({ flaw: 1 }, 'completed');
  const failed = await orders.finished({ factor: 'n/a' }, 'failed');
  await app.goto('/runs');
  await expect(app.getByRole('row', { name: new RegExp(`Failed ${failed}`) })).toBeVisible();
  await app.keyboard.press('j');
  await app.keyboard.press('x');
  await expect(app.getByLabel(`Select run ${failed}`)).toBeChecked();
  await app.keyboard.press('x');
  await app.keyboard.press('j');
  await app.keyboard.press('k');
  await app.keyboard.press(']');
  await app.keyboard.press('[');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('heading', { level: 1, name: `Run ${failed}` })).toBeVisible();
  await expect(app.getByRole('heading', { name: 'CORE.FCT_ORDER' })).toBeVisible();
  await app.keyboard.press('j');
  await expect(app.getByRole('heading', { name: 'CORE.REVENUE' })).toBeVisible();
  await app.keyboard.press('Control+k');
  await app.getByPlaceholder('Search nodes, columns, jobs, environments, runs and pages').fill(`run ${failed}`);
  await app.keyboard.press('Enter');
  await expect(app).toHaveURL(new RegExp(`/runs/${failed}`));
});

test('a reader sees a run and no button that would not work; a phone shows it without sideways scrolling', async ({ page, seed }) => {
  const orders = await deployedProject(seed);
  const failed = await orders.finished({ factor: 'n/a' }, 'failed');
  const reader = await seed.person('Ada');
  await seed.put(`/api/v2/userRoles/${reader.id}/environments/${orders.environment.id}`, { role: 'reader' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, reader);
  for (const path of ['/runs', `/runs/${failed}`]) {
    await page.goto(path);
    await expect(page.getByText(/Could not convert string/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /Re-run|Run again|Cancel/ })).toHaveCount(0);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectNoViolations(page);
  }
});

test('a page says that the server was upgraded under it', async ({ app, server }) => {
  await app.goto('/runs');
  await expect(app.getByRole('heading', { name: 'Nothing ran yet' })).toBeVisible();
  // The same program answers as a newer version would.
  await app.route('**/api/v1/server', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), version: 'v9.9.9' } });
  });
  await server.restart();
  await expect(app.getByText('The server was upgraded to v9.9.9.')).toBeVisible();
  await app.unrouteAll();
  await app.getByRole('button', { name: 'Reload' }).click();
  await expect(app.getByRole('heading', { name: 'Nothing ran yet' })).toBeVisible();
  await expect(app.getByText('The server was upgraded')).toHaveCount(0);
});

test('eight tabs share one event stream', async ({ app, context }) => {
  // A browser opens six connections to a server over HTTP/1.1. With a stream for each tab the seventh would not load.
  for (let tabs = 2; tabs <= 8; tabs++) {
    const tab = await context.newPage();
    await tab.goto('/runs');
    await expect(tab.getByRole('heading', { name: 'Nothing ran yet' })).toBeVisible();
  }
  await openProjects(app);
  await expect(app.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
});
