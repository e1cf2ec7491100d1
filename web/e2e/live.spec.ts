import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { type Deployed, archive, deployedProject, projectFiles } from './project';
import type { Seed } from './seed';

// Nothing here reloads a page. While the stream of events is open, the pages read again by themselves every five minutes
// only, so what changes here comes from events.

const live = async (app: Page) => expect(app.getByText(/^Reconnecting/)).toHaveCount(0);

async function newSchedule(seed: Seed, { environment }: Deployed, name: string): Promise<string> {
  const body = { name, environmentID: environment.id, cron: '0 0 1 1 *', parameters: {} };
  return (await seed.post<{ id: string }>('/api/v1/schedules', body)).id;
}

const projectOf = async (seed: Seed, { environment }: Deployed) =>
  (await seed.get<{ project: string }>(`/api/v1/environments/${environment.id}`)).project;

test('the Deploy page follows environments without a reload', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  const project = await projectOf(seed, orders);
  await app.goto(`/projects/${project}/deploy`);
  const row = app.getByRole('row', { name: /Production/ });
  await expect(row).toContainText('Waiting');
  await expect(row).toContainText('Stale');
  await live(app);

  const slow = await orders.run({ wait: 3600 });
  await expect(row).toContainText('Refreshing');
  await expect(row).toContainText('4 of 5 nodes');
  await seed.post('/scheduler/cancelRun', { runID: slow });
  await expect(row).not.toContainText('Refreshing');
  await orders.finished({}, 'completed');
  await expect(row).toContainText('Healthy');
  await orders.finished({ factor: 'none' }, 'failed');
  await expect(row).toContainText('Failed Refresh');
  await expect(row).toContainText('1 failed');

  const staging = await seed.environment(project, 'Staging');
  const other = app.getByRole('row', { name: /Staging/ });
  await expect(other).toContainText('Never deployed');
  await seed.patch(`/api/v1/environments/${staging.id}`, { name: 'Tests' });
  await expect(app.getByRole('row', { name: /Tests/ })).toBeVisible();
  await expect(row).toContainText('no schedule');
  await newSchedule(seed, orders, 'Yearly');
  await expect(row).toContainText('Yearly');
  await seed.delete(`/api/v1/environments/${staging.id}`);
  await expect(app.getByRole('row', { name: /Tests/ })).toHaveCount(0);
});

test('the pages of an environment and of its schedules follow them without a reload', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  const project = await projectOf(seed, orders);
  const page = `/projects/${project}/environments/${orders.environment.id}`;
  await app.goto(`${page}?tab=schedules`);
  await expect(app.getByRole('link', { name: 'Schedules 0' })).toBeVisible();
  const schedule = await newSchedule(seed, orders, 'Yearly');
  const path = `/api/v1/schedules/${schedule}`;
  await expect(app.getByRole('link', { name: 'Schedules 1' })).toBeVisible();
  await app.getByRole('link', { name: 'Yearly' }).click();
  await expect(app).toHaveURL(new RegExp(`/schedules/${schedule}`));
  await expect(app.getByText('On', { exact: true })).toBeVisible();
  await expect(app.getByRole('heading', { name: 'It has not fired yet' })).toBeVisible();

  await seed.patch(path, { isPaused: true });
  await expect(app.getByText('Paused', { exact: true })).toBeVisible();
  await seed.patch(path, { isPaused: false, name: 'Every year' });
  await expect(app.getByRole('heading', { level: 1, name: 'Every year' })).toBeVisible();
  await expect(app.getByText('On', { exact: true })).toBeVisible();
  await seed.post(`${path}/run`, {});
  const firing = app.getByRole('region', { name: 'Firings' }).getByRole('row').nth(1);
  await expect(firing).toContainText('Completed');

  // The server filters: a firing that completed is not among those that did not.
  await app.getByRole('radio', { name: 'Not completed' }).check({ force: true });
  await expect(app.getByRole('heading', { name: 'No firing matches' })).toBeVisible();
  await seed.patch(path, { parameters: { factor: 'none' } });
  await seed.post(`${path}/run`, {});
  await expect(firing).toContainText('Failed');
  await expect(app.getByRole('region', { name: 'Firings' }).getByRole('row')).toHaveCount(2);
});

test('a deployment is followed on its page and in the history without a reload', { tag: '@core' }, async ({ app, seed, context }) => {
  const orders = await deployedProject(seed);
  const project = await projectOf(seed, orders);
  const page = `/projects/${project}/environments/${orders.environment.id}`;
  await app.goto(`${page}?tab=history`);
  const rows = app.locator('#main').getByRole('listitem');
  await expect(rows).toHaveCount(1);
  const plan = await seed.post<{ id: string }>(
    `/api/v1/environments/${orders.environment.id}/plans`,
    archive(projectFiles({ ORDERS: 'SELECT cast(v.id AS integer) AS id FROM (VALUES (1)) AS v(id)' })),
  );
  // The deployment waits until the refresh ends.
  const slow = await orders.run({ wait: 3600 });
  const { runCounter } = await seed.post<{ runCounter: number }>(`/api/v1/plans/${plan.id}/deploy`, {});
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('waits to run');
  const deploying = await context.newPage();
  await deploying.goto(`${page}/deploy?step=deploying&run=${runCounter}`);
  await expect(deploying.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(deploying.locator('[data-result="completed"]')).toHaveCount(0);
  await seed.post('/scheduler/cancelRun', { runID: slow });
  await expect(deploying.locator('[data-result="completed"]')).toContainText('Deployed to Production');
  await expect(rows.first()).toContainText('now');
});

test('leaving a changed schedule asks first', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  const schedule = await newSchedule(seed, orders, 'Yearly');
  await app.goto(`/schedules/${schedule}`);
  await app.getByLabel('Name').fill('Every year');
  await app.getByRole('link', { name: 'Runs', exact: true }).click();
  const dialog = app.getByRole('dialog', { name: '1 unsaved change of Yearly' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(app.getByLabel('Name')).toHaveValue('Every year');

  // What someone else changes meanwhile is neither undone nor counted as an own change.
  await seed.patch(`/api/v1/schedules/${schedule}`, { retries: { count: 2 } });
  await expect(app.getByLabel('Retries')).toHaveValue('2');
  await expect(app.getByRole('button', { name: 'Save 1 change' })).toBeVisible();
  await app.getByRole('link', { name: 'Runs', exact: true }).click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(app).toHaveURL(/\/runs/);

  await app.goto('/schedules/new');
  await app.getByLabel('Name').fill('Never');
  await app.getByRole('link', { name: 'Runs', exact: true }).click();
  await app.getByRole('dialog', { name: '1 setting of the new schedule is not saved' }).getByRole('button', { name: 'Stay' }).click();
  await app.getByRole('button', { name: 'Create schedule' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Never' })).toBeVisible();
  await app.getByRole('link', { name: 'Runs', exact: true }).click();
  await expect(app).toHaveURL(/\/runs/);
});

test('without events a page polls, and shows the last results of a run', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  await app.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  const runID = await orders.run({ wait: 3600 });
  const isOver = async () => !/running|waiting/i.test((await seed.get<{ runStatus: string }>(`/api/v1/runs/${runID}`)).runStatus);
  // Until the run is over the page has its first results: the last ones are read after its end.
  let first: { body: Buffer; headers: Record<string, string> } | undefined;
  await app.route(`**/api/v1/runs/${runID}/results`, async (route) => {
    if (first && !(await isOver())) return route.fulfill({ ...first, status: 200 });
    const response = await route.fetch();
    first ??= { body: await response.body(), headers: response.headers() };
    return route.fulfill({ response });
  });
  await app.goto(`/runs/${runID}`);
  const row = app.getByRole('row', { name: /STG_ORDERS/ });
  await expect(row).toContainText('Running');
  await seed.post('/scheduler/cancelRun', { runID });
  await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(row).toContainText('Canceled');
  await app.unrouteAll({ behavior: 'ignoreErrors' }); // the page may poll once more while the test ends
});
