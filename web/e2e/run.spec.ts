import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { deployedProject } from './project';

const errorText = "Could not convert string 'n/a' to INT32";

test('the link of a run status opens the run at its first error, and a re-run after the fix repairs it', async ({ app, seed, server }) => {
  const orders = await deployedProject(seed);
  await orders.deploy({ FCT_ORDER: "SELECT o.id,\n  cast('n/a' AS integer) AS amount\nFROM {{ ref('CORE', 'ORDERS') }} AS o" });
  const failed = await orders.finished({}, 'failed');
  const status = await seed.get<{ runLink: string }>(`/scheduler/runStatus?runCounter=${failed}`);
  expect(status.runLink).toBe(`${server.address}/runs/${failed}`);

  await app.goto(status.runLink);
  await expect(app.getByRole('heading', { level: 1, name: `Run ${failed}` })).toBeVisible();
  await expect(app.getByRole('heading', { name: 'CORE.FCT_ORDER' })).toBeVisible();
  await expect(app.getByText(errorText).first()).toBeVisible();
  await expect(app).toHaveURL(/node=CORE\.FCT_ORDER/);
  // The line that the engine names is marked in the statement that it got, and in the file that it was rendered from.
  const template = app.getByRole('figure', { name: 'File: Template' });
  await expect(template).toContainText('nodes/CORE-FCT_ORDER.sql:4');
  await expect(template).toContainText("{{ ref('CORE', 'ORDERS') }}");
  await expect(template.locator('[data-hot]')).toContainText("cast('n/a' AS integer)");
  await expect(app.getByRole('figure', { name: 'Statement: What the engine got' }).locator('[data-hot]')).toContainText("cast('n/a' AS integer)");
  await expect(app.getByText('3 complete, 1 failed, 1 skipped')).toBeVisible();
  await expectNoViolations(app);

  await app.getByRole('link', { name: 'CORE.REVENUE' }).click();
  await expect(app.getByRole('heading', { name: 'CORE.REVENUE' })).toBeVisible();
  await app.reload();
  await expect(app.getByRole('heading', { name: 'CORE.REVENUE' })).toBeVisible();
  await app.getByRole('link', { name: 'Go to the error' }).click();
  await app.getByRole('link', { name: 'Insert rows' }).click();
  await expect(app).toHaveURL(/stage=1/);
  await expect(app.getByRole('figure', { name: 'Statement: Insert rows' })).toBeVisible();

  await orders.deploy();
  await app.getByRole('button', { name: 'Re-run 2 nodes from failure' }).click();
  await expect(app).not.toHaveURL(new RegExp(`/runs/${failed}`));
  await expect(app.getByText('2 nodes complete.')).toBeVisible();
  await app.goto(`/runs/${failed}`);
  await expect(app.getByText('Repaired by')).toBeVisible();
});

test('a run that no worker may claim says why, and what to do', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  await seed.patch(`/api/v1/environments/${orders.environment.id}`, { workerLabel: 'eu' });
  const runID = await orders.run();
  await app.goto(`/runs/${runID}`);
  const reason = app.getByText('No live worker has the label eu.');
  await expect(reason).toBeVisible();
  await expect(app.getByText('Start one with `millrace worker --label eu`')).toBeVisible();
  await expectNoViolations(app);
  // A change of the label counts at once, also for runs that wait.
  await seed.patch(`/api/v1/environments/${orders.environment.id}`, { workerLabel: null });
  await expect(app.getByText('5 nodes complete.')).toBeVisible();
  await expect(reason).toHaveCount(0);
});

test('a running run is live, says in numbers what a cancel stops, and ends as canceled', { tag: '@core' }, async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  const runID = await orders.run({ wait: 3600 });
  await app.goto(`/runs/${runID}`);
  await expect(app.getByText('4 of 5 nodes done.')).toBeVisible();
  await expect(app).toHaveTitle(`◐ 4/5 Run ${runID} · Production · Millrace`);
  await expect(app.getByRole('link', { name: '1 running' })).toBeVisible();
  await expectNoViolations(app);
  await app.getByRole('button', { name: 'Cancel run' }).click();
  const dialog = app.getByRole('dialog', { name: `Cancel run ${runID}?` });
  await expect(dialog).toContainText('1 running node is stopped and rolled back, 4 complete nodes keep their new data, 0 nodes do not run.');
  await dialog.getByRole('button', { name: 'Cancel the run' }).click();
  await expect(app.getByText('Canceled after 4 of 5 nodes.')).toBeVisible();
  await expect(app.getByRole('link', { name: '1 running' })).toHaveCount(0);

  // Edit first: other parameters.
  await app.getByRole('button', { name: 'Edit and re-run…' }).click();
  const edit = app.getByRole('dialog', { name: `Re-run ${runID}` });
  await edit.getByLabel('Parameters').fill('{"wait": 0');
  await edit.getByRole('button', { name: 'Start the run' }).click();
  await expect(edit.getByText('Enter a JSON object')).toBeVisible();
  await edit.getByLabel('Parameters').fill('{"wait": 0}');
  await edit.getByRole('button', { name: 'Start the run' }).click();
  await expect(app.getByText('1 node complete.')).toBeVisible();
});

test('failed tests are amber, with their rows', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  const flawed = await orders.finished({ flaw: 2 }, 'completed');
  await app.emulateMedia({ colorScheme: 'dark' });
  await app.goto(`/runs/${flawed}`);
  await expect(app.getByText('Completed, 1 test failed.')).toBeVisible();
  await expect(app.getByRole('heading', { name: 'CORE.CUSTOMERS' })).toBeVisible();
  const rows = app.getByRole('region', { name: /^Failing rows of/ });
  await expect(rows.getByRole('cell', { name: 'null' })).toBeVisible();
  await expect(app.getByText('1 row failed')).toBeVisible();
  await expectNoViolations(app);

  // Another run keeps more of the rows.
  await app.getByRole('button', { name: 'Run again…' }).click();
  const dialog = app.getByRole('dialog', { name: `Re-run ${flawed}` });
  await dialog.getByLabel('Keep up to 100 rows of each failed test').check();
  await dialog.getByRole('button', { name: 'Start the run' }).click();
  await expect(app.getByRole('heading', { level: 1, name: `Run ${Number(flawed) + 1}` })).toBeVisible();
  const { runDetails } = await seed.get<{ runDetails: object }>(`/api/v1/runs/${Number(flawed) + 1}`);
  expect(runDetails).toMatchObject({ keepFailingRows: true });
});

test('a failing test is seen in the list, on the run and in the environment', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  await orders.finished({}, 'completed');
  const flawed = await orders.finished({ flaw: 2 }, 'completed');
  await app.goto('/runs');
  const row = app.getByRole('row', { name: new RegExp(`Tests failed ${flawed}`) });
  await expect(row).toContainText('CUSTOMERS › 1 row failed');
  await row.getByRole('link', { name: flawed }).click();
  await expect(app.getByText('Completed, 1 test failed.')).toBeVisible();
  await app.goto('/deploy');
  await expect(app.getByRole('row', { name: /Production/ })).toContainText('Tests failing');
  await app.getByRole('row', { name: /Production/ }).getByRole('link', { name: 'Production', exact: true }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Production' })).toBeVisible();
  await expect(app.locator('[data-failure]')).toContainText(`1 test failed: run ${flawed}`);
  const health = app.getByRole('region', { name: 'Nodes and their health' }).getByRole('row').nth(1);
  await expect(health).toContainText('CORE.CUSTOMERS');
  await expect(health).toContainText(/tests? failed/i);
});

test('the page of a run survives a killed server, and the run continues', async ({ app, seed, server }) => {
  const orders = await deployedProject(seed);
  const runID = await orders.run({ wait: 3600 });
  await app.goto(`/runs/${runID}`);
  await expect(app.getByText('4 of 5 nodes done.')).toBeVisible();
  await server.kill();
  await expect(app.getByText(/^Reconnecting, last update \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(app.getByRole('heading', { level: 1, name: `Run ${runID}` })).toBeVisible();
  await expect(app.getByText('Running').first()).toBeVisible();

  await server.start();
  await expect(app.getByText(/^Reconnecting/)).toHaveCount(0);
  // The new owner of the run starts the interrupted node again, and the log says so.
  await app.getByRole('link', { name: 'Log', exact: true }).click();
  const log = app.getByRole('region', { name: 'Log' }).getByRole('listitem');
  await expect(log.filter({ hasText: 'CORE.STG_ORDERS retried, attempt 2' })).toHaveCount(1);
  await seed.post('/scheduler/cancelRun', { runID });
  await expect(app.getByText('Canceled after 4 of 5 nodes.')).toBeVisible();
  await expect(log.filter({ hasText: 'CORE.ORDERS started' })).toHaveCount(1);
});

test('a run that does not exist says so', async ({ app }) => {
  for (const runID of ['999', 'nonsense']) {
    await app.goto(`/runs/${runID}`);
    await expect(app.getByRole('heading', { name: `Run ${runID} does not exist` })).toBeVisible();
  }
  await app.getByRole('link', { name: 'Go to the runs' }).click();
  await expect(app.getByRole('heading', { name: 'Nothing ran yet' })).toBeVisible();
});
