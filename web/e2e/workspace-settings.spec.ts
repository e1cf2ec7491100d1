import { expectAccessible } from './axe';
import { expect, test } from './fixtures';
import { Sample } from './sample';

test.use({ withSample: true });

test('node types, macros, locations, parameters and subgraphs are edited', async ({ app, seed, pageErrors }) => {
  const sample = await Sample.of(seed);
  const path = `/projects/${sample.project}/workspaces/${Sample.workspace}/settings`;
  const save = app.getByRole('button', { name: 'Save' });
  // The tooltip that says why the button is disabled goes with the focus.
  const saved = async () => {
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await app.getByRole('heading', { level: 1 }).click();
    await expect(app.getByRole('tooltip')).toHaveCount(0);
  };
  await app.goto(path);

  // A copy of a library type is changed. What is wrong with it is shown at its line.
  await app.getByRole('button', { name: 'Create node type' }).click();
  const dialog = app.getByRole('dialog', { name: 'Create node type' });
  await dialog.getByLabel('Name').fill('My stage');
  await dialog.getByLabel('Copy of').selectOption('Stage');
  await dialog.getByRole('button', { name: 'Create node type' }).click();
  await expect(app).toHaveURL(/item=/);
  await expect(app.getByRole('link', { name: /My stage/ })).toHaveAttribute('aria-current', 'true');
  const run = app.getByRole('textbox', { name: 'Run template' });
  await run.click();
  await app.keyboard.press('Control+a');
  await app.keyboard.type('{{ stage("Load") }}\n{% if %}');
  await save.click();
  await expect(app.getByRole('status').filter({ hasText: /run\.sql\.j2, line 2/ })).toBeVisible();
  expect(pageErrors).toEqual([]);
  await expectAccessible(app, { isSimple: true });
  // axe copies elements of the editor with their styles, which the content security policy reports.
  pageErrors.splice(0);
  await app.getByRole('button', { name: 'Delete node type' }).click();
  await expect(app.getByRole('dialog')).toContainText('No node has this type.');
  await app.getByRole('dialog').getByRole('button', { name: 'Delete node type' }).click();
  await expect(app.getByRole('link', { name: /My stage/ })).toHaveCount(0);
  await expect(app.getByText('A type of the library')).toBeVisible();

  await app.getByRole('link', { name: 'Locations' }).click();
  await app.getByRole('button', { name: 'Add location' }).click();
  await app.getByLabel('Location 5', { exact: true }).fill('RAW');
  await expect(app.getByText('This location is listed above.')).toBeVisible();
  await app.getByLabel('Location 5', { exact: true }).fill('EXPORT');
  await app.getByLabel('Schema 5').fill('exported');
  await save.click();
  await saved();
  await expectAccessible(app, { isSimple: true });

  await app.getByRole('link', { name: 'Parameters' }).click();
  await app.getByRole('button', { name: 'Add parameter' }).click();
  await app.getByLabel('Name 1').fill('days');
  await app.getByLabel('Kind 1').selectOption('Number');
  await app.getByLabel('Value 1').fill('seven');
  await expect(app.getByText('Write a number.')).toBeVisible();
  await app.getByLabel('Value 1').fill('7');
  await save.click();
  await saved();
  await expectAccessible(app, { isSimple: true });
  const stored = await seed.get<{ parameters: object; mappings: object }>(`/api/v1/workspaces/${Sample.workspace}`);
  expect(stored).toMatchObject({ parameters: { days: 7 }, mappings: { EXPORT: { schema: 'exported' } } });

  await app.getByRole('link', { name: 'Subgraphs' }).click();
  await app.getByRole('button', { name: 'Edit subgraph Revenue' }).click();
  const subgraph = app.getByRole('dialog', { name: 'Edit subgraph Revenue' });
  await subgraph.getByLabel('MART.BEST_CUSTOMERS').check();
  await expectAccessible(app, { isSimple: true });
  await subgraph.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('row', { name: /Revenue/ })).toContainText('4 nodes');
});

test('unsaved settings survive a version of someone else, and leaving asks', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  const path = `/projects/${sample.project}/workspaces/${Sample.workspace}/settings`;
  await app.goto(`${path}?tab=macros`);
  const macros = app.getByRole('textbox', { name: 'Macros' });
  await macros.click();
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.type('{# mine #}');
  const stored = await seed.get<{ macroString: string; version: number }>(`/api/v1/workspaces/${Sample.workspace}/macros`);
  await seed.put(`/api/v1/workspaces/${Sample.workspace}/macros`, { ...stored, macroString: `${stored.macroString}{# theirs #}` });
  const read = app.waitForResponse((response) => response.url().endsWith('/macros'));
  await app.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await read;
  await expect(macros).toContainText('{# mine #}');
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('alert')).toContainText('changed');
  await expect(macros).toContainText('{# mine #}');

  // Another tab, another page: both would lose the changes.
  const dialog = app.getByRole('dialog', { name: 'There are unsaved changes' });
  for (const link of [app.getByRole('link', { name: 'Parameters' }), app.getByRole('link', { name: 'Runs', exact: true })]) {
    await link.click();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(macros).toContainText('{# mine #}');
  }
  await app.getByRole('button', { name: 'Reset' }).click();
  await expect(macros).toContainText('{# theirs #}');
  await app.getByRole('link', { name: 'Parameters' }).click();
  await expect(app.getByRole('button', { name: 'Add parameter' })).toBeVisible();
});
