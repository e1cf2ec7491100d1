import { expectAccessible, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { Sample } from './sample';

test.use({ withSample: true, viewport: { width: 1440, height: 940 } });

test('the graph, the nodes and the columns share one selector and one selection', { tag: '@core' }, async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  const path = `/projects/${sample.project}/workspaces/${Sample.workspace}/build`;
  await app.goto('/build');
  await expect(app).toHaveURL(new RegExp(`${path}$`));
  const graph = app.getByRole('application', { name: /^Graph of \d+ nodes/ });
  await expect(graph.locator('[data-node="FCT_ORDER"]')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Workspace' })).toBeVisible();

  // The selector counts while it is typed, and says where it is wrong.
  const selector = app.getByRole('textbox', { name: 'Selector' });
  await selector.fill('+{ REVENUE_BY_MONTH');
  await expect(app.locator('[data-selector-message]')).toContainText(/Expected .* at column \d+/);
  await expect(selector).toHaveAttribute('aria-invalid', 'true');
  await expect(app.getByRole('button', { name: /^Run \d+ nodes?$/ })).toHaveAttribute('aria-disabled', 'true');
  await selector.fill('+{ REVENUE_BY_MONTH }');
  await expect(app.locator('[data-selector-message]')).toContainText('REVENUE_BY_MONTH and everything upstream');
  await expect(app).toHaveURL(/select=/);
  await expect(app.getByText(/^\d+ of \d+ nodes$/)).toBeVisible();
  // Keys in the middle of the selector stay there.
  await selector.press('Home');
  await selector.press('ArrowRight');
  await app.keyboard.type('abc');
  await expect(selector).toHaveValue('+abc{ REVENUE_BY_MONTH }');
  await selector.fill('+{ REVENUE_BY_MONTH }');

  // A click selects; the other views have the same selection.
  await graph.locator('[data-node="FCT_ORDER"]').click();
  const side = app.getByRole('complementary', { name: 'FCT_ORDER' });
  await expect(side.getByText('children')).toBeVisible();
  await expect(side.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(app, { isSimple: true });
  await app.getByRole('link', { name: 'Nodes', exact: true }).click();
  await expect(app.getByRole('row', { name: /FCT_ORDER/ })).toHaveAttribute('aria-current', 'true');
  await expect(app.getByRole('button', { name: /^\d+ nodes? do(es)? not match the selector$/ })).toBeVisible();
  await expectAccessible(app, { isSimple: true });
  await app.getByRole('link', { name: 'Columns', exact: true }).click();
  await expect(app.getByText(/^\d+ columns$/)).toBeVisible();
  await expectAccessible(app, { isSimple: true });
  await app.reload();
  await expect(selector).toHaveValue('+{ REVENUE_BY_MONTH }');
  await expect(side).toBeVisible();
});

test('a node with an error is red everywhere, and a development run colors the graph', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  const path = `/projects/${sample.project}/workspaces/${Sample.workspace}/build`;
  await app.goto(`${path}?select=${encodeURIComponent('+{ STG_CUSTOMERS }')}`);
  const run = app.getByRole('button', { name: /^Run \d+ nodes?$/ });
  await expect(app.getByText(/^\d of \d+ nodes$/)).toBeVisible();
  await run.click();
  await expect(app.getByText(/Run \d+ completed.*complete/)).toBeVisible();
  await app.goto(`${path}?view=nodes`);
  await expect(app.getByRole('row', { name: /STG_CUSTOMERS/ })).toContainText('Complete');
  await app.getByRole('link', { name: 'Open run' }).click();
  await app.getByRole('link', { name: 'Graph', exact: true }).click();
  const graph = app.getByRole('application', { name: /^Graph of the run/ });
  await graph.locator('[data-node="STG_CUSTOMERS"]').click();
  await expect(app).toHaveURL(/view=graph/);
  await expect(app.getByRole('heading', { name: 'STAGE.STG_CUSTOMERS' })).toBeVisible();
  await expectNoViolations(app);

  await sample.edit('FCT_ORDER', 'o.order_id', 'o.no_such_column AS order_id', 'Break it');
  await app.goto(path);
  await expect(app.getByRole('application').locator('[data-node="FCT_ORDER"][data-broken]')).toBeVisible();
  await app.getByRole('button', { name: /^Problems/ }).click();
  await app.getByRole('region', { name: 'List of problems' }).getByRole('button', { name: /FCT_ORDER/ }).first().click();
  await expect(app.getByRole('complementary', { name: 'FCT_ORDER' }).getByText(/no_such_column/).first()).toBeVisible();
  await expectNoViolations(app);
});

test('the keys of the graph walk along edges, and a phone gets the list', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  const path = `/projects/${sample.project}/workspaces/${Sample.workspace}/build`;
  const nodes = await seed.get<{ nodes: { id: string; name: string }[] }>(`/api/v1/workspaces/${Sample.workspace}/graph`);
  const revenue = nodes.nodes.find(({ name }) => name === 'REVENUE_BY_MONTH')!;
  await app.goto(`${path}?node=${revenue.id}`);
  const graph = app.getByRole('application');
  await expect(graph.locator('[data-node="REVENUE_BY_MONTH"][data-selected]')).toBeVisible();
  await graph.focus();
  await app.keyboard.press('ArrowLeft');
  await expect(app.getByRole('complementary', { name: 'REVENUE_BY_MONTH' })).toHaveCount(0);
  await expect(app.getByRole('complementary')).toBeVisible();
  await app.keyboard.press('ArrowRight');
  await app.keyboard.press('Escape');
  await expect(app.getByRole('complementary')).toHaveCount(0);
  await app.setViewportSize({ width: 390, height: 800 });
  await expect(graph).toHaveCount(0);
  await expect(app.getByRole('row', { name: /FCT_ORDER/ })).toBeVisible();
  const overflow = await app.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await app.goto('/projects/none/workspaces/900001/build');
  await expect(app.getByRole('heading', { name: 'Workspace 900001 does not exist' })).toBeVisible();
});

test('the address has the position and the zoom of the graph', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  const path = `/projects/${sample.project}/workspaces/${Sample.workspace}/build`;
  await app.goto(path);
  const graph = app.getByRole('application', { name: /^Graph of \d+ nodes/ });
  const card = graph.locator('[data-node="FCT_ORDER"]');
  await expect(card).toBeVisible();
  await expect(app).toHaveURL(new RegExp(`${path}$`)); // the first view is the same without it
  await graph.focus();
  await app.keyboard.press('+');
  await app.keyboard.press('+');
  await expect(app).toHaveURL(/[?&]x=-?\d+&y=-?\d+&z=[\d.]+$/);
  await expect(async () => {
    const address = app.url();
    const before = (await card.boundingBox())!;
    await app.goto(address);
    await expect(card).toBeVisible();
    const after = (await card.boundingBox())!;
    for (const key of ['x', 'y', 'width'] as const) expect(Math.abs(after[key] - before[key])).toBeLessThan(3);
  }).toPass();
});
